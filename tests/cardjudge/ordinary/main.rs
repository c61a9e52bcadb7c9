use std::{collections::HashMap, env, fs, thread, time::SystemTime};
fn main() {
    fs::write(env::temp_dir().join("a"), "x").unwrap();
    let mut seen = HashMap::new();
    seen.insert(SystemTime::now(), 1);
    println!("{}", thread::spawn(move || seen.len() + 1).join().unwrap());
}
