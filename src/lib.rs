pub mod check;
pub mod wire;
