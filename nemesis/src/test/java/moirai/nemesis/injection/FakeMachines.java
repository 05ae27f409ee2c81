package moirai.nemesis.injection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Machine;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Machines;
import moirai.nemesis.Node;
import moirai.nemesis.Skew;

/** Machines that record what is wrong with them. */
final class FakeMachines implements Machines {

    private final Set<String> wrong = new TreeSet<>();
    private final Set<MachinePart> lacking = EnumSet.noneOf(MachinePart.class);
    private final Set<MachinePart> expected = EnumSet.noneOf(MachinePart.class);

    private final List<String> log = new ArrayList<>();

    /** Returns what was wrong, in order. */
    synchronized List<String> log() {
        return List.copyOf(log);
    }

    /** Returns what is wrong now, such as {@code DISK of n1}. */
    synchronized Set<String> wrong() {
        return new TreeSet<>(wrong);
    }

    synchronized void takeAway(MachinePart part) {
        lacking.add(part);
    }

    synchronized List<MachinePart> expected() {
        return List.copyOf(expected);
    }

    @Override
    public synchronized Optional<String> lack(MachinePart part) {
        return lacking.contains(part) ? Optional.of("a miracle") : Optional.empty();
    }

    @Override
    public synchronized void expect(MachinePart part) {
        expected.add(part);
    }

    @Override
    public synchronized void mendAll() {
        wrong.clear();
    }

    @Override
    public Machine of(Node node) {
        return new FakeMachine(node);
    }

    private synchronized void set(Node node, MachinePart part, boolean isWrong) {
        String what = part + " of " + node.name();
        if (isWrong) {
            wrong.add(what);
            log.add(what);
        } else {
            wrong.remove(what);
        }
    }

    private final class FakeMachine implements Machine {

        private final Node node;

        FakeMachine(Node node) {
            this.node = node;
        }

        private void fail(MachinePart part) {
            set(node, part, true);
        }

        @Override
        public void skew(Skew skew) {
            fail(MachinePart.CLOCK);
        }

        @Override
        public void slowDisk(Duration delay) {
            fail(MachinePart.DISK);
        }

        @Override
        public void breakDisk(int percent) {
            fail(MachinePart.DISK);
        }

        @Override
        public void fillDisk() {
            fail(MachinePart.SPACE);
        }

        @Override
        public void cutPower() {
            fail(MachinePart.POWER);
            node.kill();
        }

        @Override
        public void starve(int percent) {
            if (percent < 1 || percent > 99) {
                throw new ClusterException("a share of " + percent);
            }
            fail(MachinePart.CPU);
        }

        @Override
        public void mend(MachinePart part) {
            set(node, part, false);
        }
    }
}
