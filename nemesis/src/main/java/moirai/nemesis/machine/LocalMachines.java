package moirai.nemesis.machine;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Machine;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Machines;
import moirai.nemesis.Node;
import moirai.nemesis.process.NodeDirectory;
import moirai.nemesis.process.StateDirectory;

/** The machines of a cluster whose servers are processes of the real machine. */
public final class LocalMachines implements Machines, AutoCloseable {

    /**
     * The interval of write-backs. By default the kernel writes back what is older than half a minute, so a loss of
     * power within the first half minute would take everything from a server that does not sync, tables included, and
     * hide what else was lost. Nodes' own disks are therefore written back more often.
     */
    private static final int WRITE_BACK_MILLIS = 2_000;

    private final Set<MachinePart> possible;
    private final boolean isMapped;
    private final Set<MachinePart> expected = EnumSet.noneOf(MachinePart.class);
    private final Map<String, LocalMachine> machines = new ConcurrentHashMap<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private Optional<Shim> shim = Optional.empty();
    private boolean isWritingBack;

    /** @param possible which parts can fail under this product */
    public LocalMachines(Set<MachinePart> possible) {
        this(possible, false);
    }

    private LocalMachines(Set<MachinePart> possible, boolean isMapped) {
        this.possible = Set.copyOf(possible);
        this.isMapped = isMapped;
    }

    /**
     * Returns machines for a product that writes through mapped memory. No call tells that it needs room, so a disk can
     * be full for it only if the disk is the node's own.
     */
    public static LocalMachines ofMapping(Set<MachinePart> possible) {
        return new LocalMachines(possible, true);
    }

    @Override
    public Optional<String> lack(MachinePart part) {
        if (!possible.contains(part)) {
            return Optional.of("another product");
        }
        try {
            return switch (part) {
                case CLOCK, DISK -> shimLack();
                case SPACE -> isMapped ? diskLack() : shimLack();
                case POWER -> diskLack();
                case CPU -> Optional.empty();
            };
        } catch (IOException failed) {
            return Optional.of("a directory to keep things in: " + failed.getMessage());
        }
    }

    private static Optional<String> diskLack() throws IOException {
        return LoopDisk.lack(StateDirectory.open().instances());
    }

    private synchronized Optional<String> shimLack() throws IOException {
        try {
            if (shim.isEmpty()) {
                shim = Optional.of(Shim.make(StateDirectory.open()));
            }
            return Optional.empty();
        } catch (ClusterException lacking) {
            return Optional.of(String.valueOf(lacking.getMessage()));
        }
    }

    @Override
    public synchronized void expect(MachinePart part) {
        lack(part).ifPresent(lack -> {
            throw new ClusterException("that the " + part + " fails needs " + lack);
        });
        if (!machines.isEmpty() && !expected.contains(part)) {
            throw new ClusterException("the nodes were started without that their " + part + " is to fail");
        }
        expected.add(part);
    }

    /** Returns whether the planned failures require servers to bring what they acknowledge to the disk. */
    public synchronized boolean needsSync() {
        return expected.contains(MachinePart.DISK) || expected.contains(MachinePart.POWER);
    }

    /** Makes the machine of a node that has no files yet; {@link NodeDirectory#data} may change by that. */
    public synchronized LocalMachine make(NodeDirectory node) throws IOException {
        boolean isBent = expected.stream().anyMatch(this::isDoneByShim);
        boolean hasDisk = expected.contains(MachinePart.POWER) || (isMapped && expected.contains(MachinePart.SPACE));
        var machine = LocalMachine.create(node, isBent ? shim : Optional.empty(), hasDisk);
        machines.put(node.name(), machine);
        if (hasDisk && !isWritingBack) {
            isWritingBack = true;
            Thread.ofPlatform().daemon().name("write-back").start(this::writeBack);
        }
        return machine;
    }

    private boolean isDoneByShim(MachinePart part) {
        return switch (part) {
            case CLOCK, DISK -> true;
            case SPACE -> !isMapped;
            case POWER, CPU -> false;
        };
    }

    private void writeBack() {
        try {
            while (!end.await(WRITE_BACK_MILLIS, TimeUnit.MILLISECONDS)) {
                List.copyOf(machines.values()).forEach(LocalMachine::sync);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void mendAll() {
        machines.values().forEach(LocalMachine::mendAll);
    }

    @Override
    public Machine of(Node node) {
        return Optional.ofNullable(machines.get(node.name()))
                .orElseThrow(() -> new ClusterException(node.name() + " has no machine that could fail"));
    }

    /**
     * Forgets the machines; to be called before their servers are ended. Their disks are removed with the instance.
     */
    @Override
    public void close() {
        end.countDown();
        machines.values().forEach(machine -> machine.mend(MachinePart.CPU));
        machines.clear();
    }
}
