package moirai.nemesis.process;

import java.util.List;
import java.util.Optional;
import moirai.nemesis.Node;

/** A node that is a server of this machine: the part that does not depend on the product. */
public abstract class ServerNode implements Node {

    /** Returns the server's process; empty if it is dead. */
    protected abstract Optional<ServerProcess> process();

    @Override
    public final State state() {
        return ServerProcess.stateOf(process());
    }

    @Override
    public final List<Long> pids() {
        return process().map(ServerProcess::tree).orElse(List.of());
    }

    /** {@inheritDoc} A product whose server leaves more than processes behind removes that as well. */
    @Override
    public void kill() {
        process().ifPresent(ServerProcess::kill);
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
