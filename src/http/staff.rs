//! Members of staff.

use actix_web::{HttpResponse, get, post};
use uuid::Uuid;

use super::games::ReasonAsked;
use super::players::{email_fault, hash, password_fault, refuse_faults};
use super::routes;
use crate::actions::staff as acts;
use crate::domain::ids::StaffId;
use crate::domain::players::access::Role;
use crate::domain::staff::member::Member;
use crate::domain::time::Time;
use crate::store::staff::list_members;
use crate::web::caller::{Answer, Asks, Looks, Nothing};
use crate::{asked, told};

asked! {
    /// A member of staff to be added.
    pub struct StaffAsked {
        /// By which they sign in.
        pub email: String,
        /// By which they sign in, at least 10 characters.
        pub password: String,
        /// What they are.
        pub role: Role
    }
}

asked! {
    /// Another role for a member of staff.
    pub struct RoleAsked {
        /// What they become.
        pub role: Role,
        /// Why.
        pub reason: String
    }
}

told! {
    /// A member of staff.
    pub struct StaffDone {
        /// The member.
        pub staff: StaffId
    }
}

/// Adds a member of staff
#[utoipa::path(
    request_body(content = StaffAsked, example = json!({
        "email": "dana@example.com", "password": "a long enough one", "role": "support",
    })),
    responses((status = 201, body = StaffDone)),
)]
#[post("/v1/staff")]
pub async fn add(asks: Asks<routes::AddStaff, StaffAsked>) -> Answer {
    let asks = asks.sealed();
    let StaffAsked { email, password, role } = asks.body.clone();
    refuse_faults(email_fault(&email).into_iter().chain(password_fault(&password)).collect())?;
    let password = hash(password).await?;
    let act = acts::AddStaff { by: asks.by, staff: StaffId(Uuid::now_v7()), email, password, role };
    asks.create(act, |added| StaffDone { staff: added.staff }).await
}

/// Gives a member of staff another role, at once
#[utoipa::path(
    request_body(content = RoleAsked, example = json!({"role": "finance", "reason": "Takes the books over"})),
    responses((status = 200, body = StaffDone)),
)]
#[post("/v1/staff/{staff}/role")]
pub async fn change_role(asks: Asks<routes::ChangeStaffRole, RoleAsked>) -> Answer {
    let RoleAsked { role, reason } = asks.body.clone();
    let act = acts::ChangeStaffRole { by: asks.by, staff: asks.path("staff")?, role, reason };
    asks.submit(act, |done| StaffDone { staff: done.staff }).await
}

/// Takes a member's access away, at once
#[utoipa::path(
    request_body(content = ReasonAsked, example = json!({"reason": "Has left"})),
    responses((status = 200, body = StaffDone)),
)]
#[post("/v1/staff/{staff}/disable")]
pub async fn disable(asks: Asks<routes::DisableStaff, ReasonAsked>) -> Answer {
    let act = acts::DisableStaff { by: asks.by, staff: asks.path("staff")?, reason: asks.body.reason.clone() };
    asks.submit(act, |done| StaffDone { staff: done.staff }).await
}

told! {
    /// A member of staff.
    pub struct MemberTold {
        /// The member.
        pub staff: StaffId,
        /// By which they sign in.
        pub email: String,
        /// What they are.
        pub role: Role,
        /// May no longer act.
        pub disabled: bool,
        /// Since when they are here.
        pub added_at: Time
    }
}

told! {
    /// The members of staff.
    pub struct MembersTold {
        /// In the order in which they came.
        pub staff: Vec<MemberTold>
    }
}

/// The members of staff
#[utoipa::path(responses((status = 200, body = MembersTold)))]
#[get("/v1/staff")]
pub async fn list(looks: Looks<routes::ListStaff, Nothing>) -> Answer {
    let rows = looks.read(|db, _| Ok(Ok(list_members(db)?))).await?;
    let told = |row: Member| MemberTold {
        staff: row.id,
        email: row.email,
        role: row.role,
        disabled: row.disabled,
        added_at: row.added_at,
    };
    Ok(HttpResponse::Ok().json(MembersTold { staff: rows.into_iter().map(told).collect() }))
}
