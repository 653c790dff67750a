use super::*;

#[test]
fn reads_plain_decimals_only() {
    for text in ["0", "5", "-5", "4.9", "007", "0.000001", "-0.5", "79228162514264337593543950335"] {
        assert!(text.parse::<Exact>().is_ok(), "{text}");
    }
    for text in ["", "-", ".", "5.", ".5", "+5", "1e3", "1_000", " 5", "5 ", "--5", "٥", "NaN", "0x10", "1.2.3"] {
        assert_eq!(text.parse::<Exact>(), Err(ExactError::NotADecimal), "{text:?}");
    }
}

#[test]
fn refuses_what_it_could_only_round() {
    let places = format!("0.{}1", "0".repeat(28));
    assert_eq!(places.parse::<Exact>(), Err(ExactError::TooManyDecimals));
    assert_eq!("9".repeat(30).parse::<Exact>(), Err(ExactError::OutOfRange));
    assert_eq!("9".repeat(100_000).parse::<Exact>(), Err(ExactError::OutOfRange));
}

#[test]
fn trailing_zeros_are_no_decimals() {
    let long = format!("5.{}", "0".repeat(60));
    assert_eq!(long.parse::<Exact>().unwrap(), "5".parse().unwrap());
    assert_eq!("4.900".parse::<Exact>().unwrap().places(), 1);
    assert_eq!("100.00".parse::<Exact>().unwrap().plain().to_string(), "100");
}

#[test]
fn is_a_string_in_json_and_never_a_number() {
    assert_eq!(serde_json::to_string(&"2.90".parse::<Exact>().unwrap()).unwrap(), r#""2.90""#);
    assert!(serde_json::from_str::<Exact>("4.9").is_err());
    assert!(serde_json::from_str::<Exact>("5").is_err());
    assert!(serde_json::from_str::<Exact>("null").is_err());
}

#[test]
fn a_product_is_exact_or_absent() {
    let product = Product::of(i64::MAX, 2).times_percent("99.9999".parse::<Exact>().unwrap().0).unwrap();
    assert_eq!(product.value().unwrap().to_string(), "92233628134827389.52224193");
    let nearly = |text: &str| text.parse::<Exact>().unwrap().0;
    assert!(Product::of(i64::MAX, 2).times_percent(nearly("79228162514264337593543950335")).is_none());
    assert_eq!(Product::of(1000, 2).times_percent(nearly("4.9")).unwrap().units(2), Some((49, 0, 1000)));
}
