
/// Which change the variable `CHANGE` chooses, plus one; 0 before it has been read, and the greatest number if
/// none is chosen and the file that `REACHED` names is told which are reached.
static CHANGE: ::std::sync::atomic::AtomicUsize = ::std::sync::atomic::AtomicUsize::new(0);

/// The changes that were recorded as reached.
static TOLD: [::std::sync::atomic::AtomicBool; 1 << 16] =
    [const { ::std::sync::atomic::AtomicBool::new(false) }; 1 << 16];

extern crate self as isotask_wire;

/// Whether the change of this number is the one that was chosen.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn chosen(number: usize) -> bool {
    match CHANGE.load(::std::sync::atomic::Ordering::Relaxed) {
        0 => {
            read_change();
            chosen(number)
        }
        usize::MAX => {
            if !TOLD[number].load(::std::sync::atomic::Ordering::Relaxed) {
                tell(number);
            }
            false
        }
        now => now == number + 1,
    }
}

#[cold]
fn read_change() {
    let number = ::std::env::var("CHANGE").map_or(0, |text| text.parse::<usize>().expect("a number") + 1);
    let number = if ::std::env::var_os("REACHED").is_some() { usize::MAX } else { number.max(1) };
    CHANGE.store(number, ::std::sync::atomic::Ordering::Relaxed);
}

#[cold]
fn tell(number: usize) {
    if !TOLD[number].swap(true, ::std::sync::atomic::Ordering::Relaxed) {
        let file = ::std::env::var_os("REACHED").expect("it was there");
        let file = ::std::fs::OpenOptions::new().create(true).append(true).open(file);
        ::std::io::Write::write_all(&mut file.expect("a file"), format!("{number}\n").as_bytes()).expect("room");
    }
}
