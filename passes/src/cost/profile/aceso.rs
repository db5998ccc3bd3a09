//! Aceso's profiles: CSV of op times and of collective times.
//!
//! Op files have the columns `op_name, forward-compute, backward-compute` in microseconds and `input_size, output_size, weights, activations` in MiB,
//! perhaps more; the degree of tensor parallelism and the algorithm stand in the file's name (`…_tp2_algo1.csv`). Collective files have `data_size(MB), time(ms)`.
//! Invariant: a line that does not fit is an error with its number.

use super::table::{OpTable, OpTime, figure};

const MIB: f64 = 1_048_576.0;

/// Reads op times. `file` is the file's name, of which errors tell.
///
/// # Errors
/// The line and what is wrong with it.
pub fn parse(text: &str, file: &str) -> Result<OpTable, String> {
    let mut lines = text.lines().enumerate();
    let header = header(lines.next(), file)?;
    let column = |name: &str| header.iter().position(|column| *column == name).ok_or_else(|| format!("{file}: line 1: column `{name}` is missing"));
    let name = column("op_name")?;
    let [forward, backward, input, output, weights, stored] =
        ["forward-compute", "backward-compute", "input_size", "output_size", "weights", "activations"].map(column);
    let (forward, backward, input, output, weights, stored) = (forward?, backward?, input?, output?, weights?, stored?);
    // Files of other profilers may lack what the allocator reserved.
    let [scratch_forward, scratch_backward] = ["fwd_reserved", "bwd_reserved"].map(|name| column(name).ok());
    let variant = (number_after(file, "_tp").unwrap_or(1), number_after(file, "_algo").map_or_else(String::new, |algo| format!("algo{algo}")));
    let mut table = OpTable::default();
    for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let cells: Vec<&str> = line.split(',').collect();
        if cells.len() != header.len() {
            return Err(format!("{file}: line {}: has {} cells, the header {}", index + 1, cells.len(), header.len()));
        }
        let cell = |column: usize| figure(cells[column], || format!("{file}: line {}: {}", index + 1, header[column]));
        table.ops.push(OpTime {
            name: cells[name].trim().to_owned(),
            variant: variant.clone(),
            forward: cell(forward)? / 1e6,
            backward: cell(backward)? / 1e6,
            input_bytes: cell(input)? * MIB,
            output_bytes: cell(output)? * MIB,
            weight_bytes: cell(weights)? * MIB,
            stored_bytes: cell(stored)? * MIB,
            scratch_bytes: [scratch_forward.map_or(Ok(0.0), &cell)? * MIB, scratch_backward.map_or(Ok(0.0), &cell)? * MIB],
        });
    }
    Ok(table)
}

/// Reads the times of a collective: `(bytes, seconds)`, by bytes.
///
/// # Errors
/// The line and what is wrong with it.
pub fn parse_collective(text: &str, file: &str) -> Result<Vec<(f64, f64)>, String> {
    let mut lines = text.lines().enumerate();
    let header = header(lines.next(), file)?;
    if header != ["data_size(MB)", "time(ms)"] {
        return Err(format!("{file}: line 1: must be data_size(MB),time(ms), got {}", header.join(",")));
    }
    let mut points = Vec::new();
    for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let at = || format!("{file}: line {}", index + 1);
        let (size, time) = line.split_once(',').ok_or_else(|| format!("{}: must have 2 cells, got 1", at()))?;
        points.push((figure(size, at)? * MIB, figure(time, at)? / 1e3));
    }
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    Ok(points)
}

fn header<'t>(line: Option<(usize, &'t str)>, file: &str) -> Result<Vec<&'t str>, String> {
    let (_, line) = line.ok_or_else(|| format!("{file}: is empty"))?;
    Ok(line.split(',').map(str::trim).collect())
}

/// The number that follows a mark in a file's name, such as `_mbs`.
pub fn number_after(text: &str, mark: &str) -> Option<u32> {
    let digits: String = text.rsplit_once(mark)?.1.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_microseconds_and_sizes_mebibytes() {
        let text = "op_name,forward-compute,backward-compute,input_size,output_size,weights,activations,fwd_reserved\nqkv,700.5,1300,16,32,24,8,20\n\n";
        let table = parse(text, "gpt_mbs1_tp4_algo1.csv").expect("legal");
        assert_eq!(table.ops[0].variant, (4, "algo1".to_owned()));
        assert!((table.seconds() - 2000.5e-6).abs() < 1e-12);
        assert_eq!((table.ops[0].input_bytes, table.ops[0].weight_bytes), (16_777_216.0, 25_165_824.0));
        assert_eq!(parse_collective("data_size(MB),time(ms)\n12,0.5\n1,0.25\n", "c.csv").expect("legal"), [(1_048_576.0, 0.25e-3), (12_582_912.0, 0.5e-3)]);
    }

    #[test]
    fn faults_name_the_line() {
        let head = "op_name,forward-compute,backward-compute,input_size,output_size,weights,activations\n";
        assert_eq!(parse(&format!("{head}a,1,2,3\n"), "f.csv").expect_err("short"), "f.csv: line 2: has 4 cells, the header 7");
        assert_eq!(parse(&format!("{head}a,x,2,3,4,5,6\n"), "f.csv").expect_err("word"), "f.csv: line 2: forward-compute: must be a number of at least 0, got `x`");
        assert_eq!(parse("", "f.csv").expect_err("empty"), "f.csv: is empty");
        assert_eq!(parse("op_name\n", "f.csv").expect_err("columns"), "f.csv: line 1: column `forward-compute` is missing");
        assert_eq!(parse_collective("data_size(MB),time(ms)\n1\n", "c.csv").expect_err("short"), "c.csv: line 2: must have 2 cells, got 1");
    }
}
