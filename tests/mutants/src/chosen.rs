
/// Which change the variable `CHANGE` chooses, plus one; 0 before it has been read.
static CHANGE: ::std::sync::atomic::AtomicUsize = ::std::sync::atomic::AtomicUsize::new(0);

extern crate self as isotask_wire;

/// Whether the change of this number is the one that was chosen.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn chosen(number: usize) -> bool {
    let now = CHANGE.load(::std::sync::atomic::Ordering::Relaxed);
    if now == 0 { read_change() == number + 1 } else { now == number + 1 }
}

#[cold]
fn read_change() -> usize {
    let number: usize = ::std::env::var("CHANGE").map_or(0, |text| text.parse().expect("a number"));
    CHANGE.store(number + 1, ::std::sync::atomic::Ordering::Relaxed);
    number + 1
}
