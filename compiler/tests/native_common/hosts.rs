//! Two hosts on this machine: network namespaces joined by a pair of virtual interfaces.
//!
//! Invariant: namespaces go with the value that made them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Two namespaces with names of this process.
pub struct Hosts {
    names: [String; 2],
    agent: PathBuf,
}

/// Their addresses, from the block that RFC 2544 sets aside for tests of networks.
const ADDRESSES: [&str; 2] = ["198.18.77.1", "198.18.77.2"];
const NETWORK: &str = "198.18.77.0/24";

fn ip(arguments: &str) -> Result<String, String> {
    let output = Command::new("ip").args(arguments.split(' ')).output().map_err(|error| format!("ip: {error}"))?;
    if output.status.success() { Ok(String::from_utf8_lossy(&output.stdout).into_owned()) } else { Err(format!("ip {arguments}: {}", String::from_utf8_lossy(&output.stderr).trim())) }
}

impl Hosts {
    /// Makes them, and in `folder` the script that starts a command on one of them by its address.
    ///
    /// # Errors
    /// Where the system does not let us.
    pub fn make(folder: &Path) -> Result<Hosts, String> {
        let id = std::process::id();
        let names = [format!("swa{id}"), format!("swb{id}")];
        let script = format!(
            "#!/bin/sh\n# HOST COMMAND...\ncase $1 in {}) name={};; {}) name={};; *) echo \"no host $1\" >&2; exit 1;; esac\nshift\n\
             exec ip netns exec $name unshare --uts sh -c \"hostname $name; exec $*\"\n",
            ADDRESSES[0], names[0], ADDRESSES[1], names[1]
        );
        let agent = folder.join("agent.sh");
        std::fs::write(&agent, script).map_err(|error| error.to_string())?;
        let [a, b] = &names;
        ip(&format!("netns add {a}"))?;
        // From here on, what is made is taken away again.
        let hosts = Hosts { names: names.clone(), agent };
        ip(&format!("netns add {b}"))?;
        ip(&format!("link add {a} type veth peer name {b}"))?;
        for (name, address) in names.iter().zip(ADDRESSES) {
            ip(&format!("link set {name} netns {name}"))?;
            ip(&format!("-n {name} addr add {address}/24 dev {name}"))?;
            ip(&format!("-n {name} link set lo up"))?;
            ip(&format!("-n {name} link set {name} up"))?;
        }
        let chmod = Command::new("chmod").arg("+x").arg(&hosts.agent).status().map_err(|error| error.to_string())?;
        let unshare = Command::new("unshare").args(["--uts", "true"]).status().map_err(|error| format!("unshare: {error}"))?;
        if chmod.success() && unshare.success() { Ok(hosts) } else { Err("unshare --uts is not allowed".to_owned()) }
    }

    /// Bytes that the second has sent.
    pub fn sent(&self) -> u64 {
        let text = ip(&format!("netns exec {0} cat /sys/class/net/{0}/statistics/tx_bytes", self.names[1])).expect("a counter");
        text.trim().parse().expect("a number")
    }

    /// Starts a program with two ranks on each.
    pub fn start(&self, mpirun: &str, program: &Path, arguments: &[&str]) -> Output {
        let mut command = Command::new("timeout");
        command.args(["-k", "5", "60", "ip", "netns", "exec", &self.names[0], mpirun]);
        let hosts = format!("{}:2,{}:2", ADDRESSES[0], ADDRESSES[1]);
        if mpirun.ends_with("openmpi") {
            command.args(["--allow-run-as-root", "--oversubscribe", "--mca", "mtl", "^psm", "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", NETWORK]);
            command.args(["--mca", "oob_tcp_if_include", NETWORK, "-host", &hosts, "--mca", "plm_rsh_agent"]).arg(&self.agent);
        } else {
            command.args(["-localhost", ADDRESSES[0], "-hosts", &hosts, "-launcher", "rsh", "-launcher-exec"]).arg(&self.agent);
        }
        command.args(["-np", "4"]).arg(program).args(arguments).output().expect("timeout of coreutils")
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        for name in &self.names {
            // One that was never made cannot be taken away.
            let _gone = ip(&format!("netns del {name}"));
        }
    }
}
