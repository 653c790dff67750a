//! What has a name of its own is described once, and referred to wherever it stands: programs made from the description
//! have one type for it.

use serde_json::{Map, Value, json};

/// Where named schemas are.
const SCHEMAS: &str = "#/components/schemas/";

/// Moves every named schema within a document to its components, and puts a reference in its place.
pub fn refer_to_named(document: &mut Value) {
    let mut named = Map::new();
    for part in ["paths", "components"] {
        gather(&mut document[part], &mut named);
    }
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        for schema in schemas.values_mut() {
            let own = schema.as_object_mut().and_then(|schema| schema.remove("$ref"));
            // What was named at its own place is back there.
            if let Some(own) = own.and_then(|own| named.get(own.as_str()?.strip_prefix(SCHEMAS)?).cloned()) {
                *schema = own;
            }
        }
        schemas.append(&mut named);
    }
}

/// Takes the named schemas out, the inner ones first.
fn gather(value: &mut Value, named: &mut Map<String, Value>) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|one| gather(one, named)),
        Value::Object(object) => {
            for (name, inner) in object.iter_mut() {
                // An example is no schema, whatever stands in it.
                if !matches!(name.as_str(), "example" | "examples") {
                    gather(inner, named);
                }
            }
            if let Some(name) = object.get("title").and_then(Value::as_str).map(str::to_owned) {
                object.remove("title");
                let reference = json!({"$ref": format!("{SCHEMAS}{name}")});
                named.insert(name, std::mem::replace(value, reference));
                return;
            }
            // A reference may be said more of beside it.
            if let Some([one]) = object.get("allOf").and_then(Value::as_array).map(Vec::as_slice)
                && let Some(reference) = one.get("$ref").cloned()
            {
                object.remove("allOf");
                object.insert("$ref".to_owned(), reference);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_stands_once_and_is_referred_to() {
        let money = json!({"title": "Money", "type": "object", "properties": {"title": {"type": "string"}}});
        let mut document = json!({
            "info": {"title": "Kupa"},
            "paths": {"/x": {"get": {"schema": {"allOf": [money], "description": "What it costs."}}}},
            "components": {"schemas": {
                "Game": {"title": "Game", "type": "object", "properties": {"stake": money, "limit": {"anyOf": [money, {"type": "null"}]}}},
                "Problem": {"type": "object", "example": {"title": "Not found"}},
            }},
        });
        refer_to_named(&mut document);
        let reference = json!({"$ref": "#/components/schemas/Money"});
        let schemas = &document["components"]["schemas"];
        assert_eq!(document["paths"]["/x"]["get"]["schema"]["$ref"], reference["$ref"]);
        assert_eq!(document["paths"]["/x"]["get"]["schema"]["description"], "What it costs.");
        assert_eq!(schemas["Game"]["properties"]["stake"], reference);
        assert_eq!(schemas["Game"]["properties"]["limit"]["anyOf"][0], reference);
        assert_eq!(schemas["Money"]["properties"]["title"]["type"], "string");
        assert_eq!(
            (&schemas["Problem"]["example"]["title"], &document["info"]["title"]),
            (&json!("Not found"), &json!("Kupa"))
        );
    }
}
