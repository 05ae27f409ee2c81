package moirai.nemesis.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import moirai.nemesis.Node;
import moirai.nemesis.machine.LocalMachine;
import moirai.nemesis.process.NodeDirectory;
import moirai.nemesis.process.Program;
import moirai.nemesis.process.ServerProcess;

/** A node that is a server of this machine: the part that does not depend on the product. */
public abstract class ServerNode implements Node {

    private final LocalMachine machine;

    /** Set if it was killed since its last launch. */
    private volatile boolean isKilled;

    protected ServerNode(LocalMachine machine) {
        this.machine = machine;
    }

    protected final LocalMachine machine() {
        return machine;
    }

    /** Returns the files of the server. */
    protected final NodeDirectory directory() {
        return machine.node();
    }

    /** Returns the place where it listens, for people. */
    protected abstract String address();

    /** Returns the server's process; empty if it is dead. */
    public final Optional<ServerProcess> process() {
        return machine.server().filter(ServerProcess::isAlive);
    }

    /** Starts the server and does not wait until it can be used. */
    protected final void launch(Program program) throws IOException {
        isKilled = false;
        machine.start(program);
    }

    /** Returns whether it ended by itself since it was launched. */
    public final boolean hasEnded() {
        return machine.server().isPresent() && process().isEmpty() && !isKilled;
    }

    /** Ends the server at once, and frees what it leaves beside its files. */
    public void discard() {
        machine.server().ifPresent(ServerProcess::endAtOnce);
    }

    /** Returns what the server printed since its last start. */
    public final String logText() {
        return directory().logText();
    }

    /** Returns the last line that the server printed; of a dead server, mostly the reason. */
    public final String lastWords() {
        return directory().lastWords();
    }

    @Override
    public final String name() {
        return directory().name();
    }

    @Override
    public final State state() {
        return process()
                .map(running -> running.isPaused() ? State.PAUSED : State.RUNNING)
                .orElse(State.DEAD);
    }

    @Override
    public final List<Long> pids() {
        return process().map(ServerProcess::tree).orElse(List.of());
    }

    @Override
    public final Path dataDirectory() {
        return directory().data();
    }

    @Override
    public final Path log() {
        return directory().log();
    }

    @Override
    public final void copyLog(Path to) throws IOException {
        directory().copyLog(to);
    }

    @Override
    public void kill() {
        isKilled = true;
        process().ifPresent(ServerProcess::kill);
    }

    /** Ends the server in good order, and at once if it takes too long; does nothing if it is dead. */
    public final void shutDown() {
        isKilled = true;
        process().ifPresent(ServerProcess::stop);
    }

    @Override
    public final void pause() {
        process().ifPresent(ServerProcess::pause);
    }

    @Override
    public final void resume() {
        process().ifPresent(ServerProcess::resume);
    }

    @Override
    public final String toString() {
        return name();
    }
}
