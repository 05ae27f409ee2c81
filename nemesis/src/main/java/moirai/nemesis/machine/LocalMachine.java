package moirai.nemesis.machine;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Machine;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Skew;
import moirai.nemesis.process.NodeDirectory;
import moirai.nemesis.process.Program;
import moirai.nemesis.process.ServerProcess;

/** The machine of one node, simulated on the real one. */
public final class LocalMachine implements Machine {

    private final NodeDirectory node;
    private final Optional<Shim> shim;
    private final Optional<Controls> controls;
    private final Optional<LoopDisk> disk;

    /** The server that was started last. */
    private volatile Optional<ServerProcess> server = Optional.empty();

    private Optional<Starvation> starvation = Optional.empty();

    private LocalMachine(
            NodeDirectory node, Optional<Shim> shim, Optional<Controls> controls, Optional<LoopDisk> disk) {
        this.node = node;
        this.shim = shim;
        this.controls = controls;
        this.disk = disk;
    }

    /** Makes the machine of a node that has no files yet, with a disk of its own if {@code hasDisk}. */
    static LocalMachine create(NodeDirectory node, Optional<Shim> shim, boolean hasDisk) throws IOException {
        Optional<Controls> controls =
                shim.isPresent() ? Optional.of(Controls.create(node.controls())) : Optional.empty();
        Optional<LoopDisk> disk = hasDisk ? Optional.of(LoopDisk.create(node)) : Optional.empty();
        return new LocalMachine(node, shim, controls, disk);
    }

    public NodeDirectory node() {
        return node;
    }

    /** Returns the server that was started last, which may have ended; empty before the first start. */
    public Optional<ServerProcess> server() {
        return server;
    }

    /** Restores power and disk, so that files can be made before a {@link #start}. */
    public void powerOn() {
        disk.ifPresent(LoopDisk::restore);
    }

    /**
     * Starts the node's server on this machine, with power. Every start of the server has to go through this method.
     *
     * @throws ClusterException if it cannot even be tried
     */
    public ServerProcess start(Program program) throws IOException {
        powerOn();
        var environment = new TreeMap<>(program.environment());
        shim.ifPresent(library -> environment.putAll(library.environment(node)));
        var started = ServerProcess.start(
                node, new Program(program.command(), environment, program.orderlyEnd(), program.endAtOnce()));
        server = Optional.of(started);
        return started;
    }

    /**
     * Brings everything so far to the node's own disk, if it has one, so that a later loss of power does not take it.
     */
    public void sync() {
        disk.ifPresent(LoopDisk::sync);
    }

    @Override
    public void skew(Skew skew) {
        controls(MachinePart.CLOCK).skew(skew);
    }

    @Override
    public void slowDisk(Duration delay) {
        controls(MachinePart.DISK).slowDisk(delay);
    }

    @Override
    public void breakDisk(int percent) {
        controls(MachinePart.DISK).breakDisk(percent);
    }

    /** Fills the disk: for real where the node has its own, else by the library. */
    @Override
    public void fillDisk() {
        if (disk.isPresent()) {
            disk.get().fill();
        } else {
            controls(MachinePart.SPACE).fillDisk();
        }
    }

    @Override
    public void cutPower() {
        LoopDisk cut = disk.orElseThrow(() -> unexpected(MachinePart.POWER));
        // The disk first: what a dying server still writes must not be on it.
        cut.cut();
        server.ifPresent(ServerProcess::kill);
    }

    @Override
    public synchronized void starve(int percent) {
        starvation.ifPresent(Starvation::close);
        starvation = Optional.of(new Starvation(() -> server.filter(ServerProcess::isAlive), percent));
    }

    @Override
    public void mend(MachinePart part) {
        // Power comes with the next start; before that nobody could tell.
        controls.ifPresent(page -> page.mend(part));
        switch (part) {
            case SPACE -> disk.ifPresent(LoopDisk::free);
            case CPU -> feed();
            case CLOCK, DISK, POWER -> {}
        }
    }

    void mendAll() {
        for (MachinePart part : MachinePart.values()) {
            mend(part);
        }
    }

    private synchronized void feed() {
        starvation.ifPresent(Starvation::close);
        starvation = Optional.empty();
    }

    private Controls controls(MachinePart part) {
        return controls.orElseThrow(() -> unexpected(part));
    }

    private ClusterException unexpected(MachinePart part) {
        return new ClusterException("the " + part + " of " + node.name() + " was not expected to fail at its start");
    }
}
