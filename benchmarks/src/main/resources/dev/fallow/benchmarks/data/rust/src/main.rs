//! hdf5-pure, on the rewriting of the other contenders, with a commit in each round. Arguments: WORKS SIZES FOLDER LAPS, or
//! probe. Prints lines of fields that are separated by tabs: version, lap, round, memory. CPU time is that of this process.
//!
//!     cargo build --release
use hdf5_pure::{DatasetBuilder, File, FileAccessProperties, FileBuilder, FileSpaceStrategy, SyncPolicy};
use std::time::Instant;

const NAME: &str = "d";
const SIDE: usize = 1024;
const CHUNK: usize = 64;
const MOST_BITS: u32 = 20;

fn usage() -> libc::rusage {
    let mut used: libc::rusage = unsafe { std::mem::zeroed() };
    unsafe { libc::getrusage(libc::RUSAGE_SELF, &mut used) };
    used
}

fn cpu() -> f64 {
    let used = usage();
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    seconds(used.ru_utime) + seconds(used.ru_stime)
}

fn length(path: &str) -> u64 {
    std::fs::metadata(path).unwrap().len()
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// Values that compress differently in each chunk, or less and less from round to round.
fn values(random: &mut Random, round: usize, rounds: usize, growing: bool) -> Vec<f32> {
    let chunks = SIDE / CHUNK;
    let bits: Vec<u32> = (0..chunks * chunks).map(|_| (random.next() % (MOST_BITS as u64 + 1)) as u32).collect();
    let limit = (2f64.powf(MOST_BITS as f64 * (round as f64 + 1.0) / rounds as f64) as u64).max(1);
    let mut values = Vec::with_capacity(SIDE * SIDE);
    for i in 0..SIDE {
        for j in 0..SIDE {
            let noise = random.next() >> (64 - MOST_BITS);
            let mask = (1u64 << bits[i / CHUNK * chunks + j / CHUNK]) - 1;
            let base = (i * SIDE + j) as u64;
            values.push(if growing { noise % limit } else { base & !mask | noise & mask } as f32);
        }
    }
    values
}

fn open(path: &str) -> File {
    File::open_rw_with_options(path, FileAccessProperties::new().with_sync_policy(SyncPolicy::OnClose)).unwrap()
}

fn live(file: &File) -> u64 {
    file.dataset(NAME).unwrap().chunks().unwrap().iter().map(|chunk| chunk.storage_size).sum()
}

fn churn(name: &str, how: &str, path: &str, rounds: usize) {
    let (growing, reopened) = (how.contains("grow"), how.contains("reopened"));
    let mut builder = FileBuilder::new();
    builder.with_file_space_strategy(FileSpaceStrategy::FsmAggr, true, 1);
    builder
        .create_dataset(NAME)
        .with_f32_data(&vec![0f32; SIDE * SIDE])
        .with_shape(&[SIDE as u64, SIDE as u64])
        .with_chunks(&[CHUNK as u64, CHUNK as u64])
        .with_shuffle()
        .with_deflate(1);
    builder.write(path).unwrap();
    let mut random = Random(11);
    let mut file = open(path);
    let (mut spent, mut wall) = (0.0, 0.0);
    for round in 0..rounds {
        let now = values(&mut random, round, rounds, growing);
        let (before, clock) = (cpu(), Instant::now());
        let stage = |to: &mut DatasetBuilder| {
            to.with_f32_data(&now).with_shape(&[SIDE as u64, SIDE as u64]);
        };
        file.dataset(NAME).unwrap().write_staged(stage).unwrap();
        let mut highest = length(path);
        file.commit().unwrap();
        highest = highest.max(length(path));
        if reopened {
            file.close().unwrap();
            file = open(path);
        }
        spent += cpu() - before;
        wall += clock.elapsed().as_secs_f64();
        let committed = length(path);
        println!("round\t{name}\t{round}\t{}\t{committed}\t{}", highest.max(committed), live(&file));
    }
    file.close().unwrap();
    let end = length(path);
    println!("round\t{name}\t{rounds}\t{end}\t{end}\t{}", live(&open(path)));
    println!("lap\t{name}\t{spent}\t{wall}\t0\t{end}");
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    println!("version\thdf5-pure 0.47.0");
    if arguments[1] == "probe" {
        return;
    }
    let rounds = arguments[2].split(',').find_map(|pair| pair.strip_prefix("rounds=")).unwrap().parse().unwrap();
    for work in arguments[1].split(',') {
        let fields: Vec<&str> = work.split(':').collect();
        assert_eq!(fields[1], "CHURN", "no such work");
        churn(fields[0], fields[3], &format!("{}/{}", arguments[3], fields[5]), rounds);
    }
    println!("memory\t{}", usage().ru_maxrss);
}
