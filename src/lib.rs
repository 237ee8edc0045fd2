pub mod bound;
pub mod decompose;
pub mod linear;
pub mod model;
pub mod route;
pub mod wire;
