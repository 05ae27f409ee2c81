package moirai.exploration.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import moirai.exploration.program.Body;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;

/** Small random programs, whose writes, further steps and aborts depend on their reads. */
final class RandomProgram {

    private RandomProgram() {}

    /** Returns a program within these maximal numbers of sessions, transactions, steps and keys. */
    static Program of(SplittableRandom random, int sessionsMax, int txnsMax, int stepsMax, int keys) {
        return of(random, new Sizes(sessionsMax, txnsMax, stepsMax, keys), false);
    }

    /** Returns a program in which every other read is a read for update. */
    static Program withLocks(SplittableRandom random, int sessionsMax, int txnsMax, int stepsMax, int keys) {
        return of(random, new Sizes(sessionsMax, txnsMax, stepsMax, keys), true);
    }

    private record Sizes(int sessions, int txns, int steps, int keys) {}

    private static Program of(SplittableRandom random, Sizes max, boolean hasLocks) {
        Program program = Program.startingWith(Map.of("k0", 0));
        int sessions = 2 + random.nextInt(max.sessions() - 1);
        int unique = 1;
        for (int session = 0; session < sessions; session++) {
            var txns = new ArrayList<ProgramTxn>();
            int count = 1 + random.nextInt(max.txns());
            for (int txn = 0; txn < count; txn++) {
                txns.add(txn(random, 1 + random.nextInt(max.steps()), max.keys(), unique, hasLocks));
                unique += 100;
            }
            program = program.session(txns.toArray(new ProgramTxn[0]));
        }
        if (random.nextInt(4) == 0) {
            ProgramTxn last = txn(random, 1 + random.nextInt(max.steps()), max.keys(), unique, hasLocks);
            program = program.afterwards(last.name(), last.body());
        }
        return program;
    }

    private record Action(int kind, String key, int number) {}

    private static ProgramTxn txn(SplittableRandom random, int steps, int keys, int unique, boolean hasLocks) {
        List<Action> actions = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            actions.add(new Action(random.nextInt(9), "k" + random.nextInt(keys), unique + step));
        }
        List<Action> fixed = List.copyOf(actions);
        Body body = txn -> {
            int last = 0;
            for (Action action : fixed) {
                switch (action.kind()) {
                    case 0, 1 -> last = value(hasLocks ? txn.readForUpdate(action.key()) : txn.read(action.key()));
                    case 2 -> last = value(txn.read(action.key()));
                    case 3, 4 -> txn.write(action.key(), action.number());
                    case 5 -> txn.write(action.key(), action.number() + 1000 * (last % 3));
                    case 6 -> {
                        if (last % 2 == 1) {
                            txn.write(action.key(), action.number());
                        }
                    }
                    case 7 -> txn.delete(action.key());
                    default -> {
                        if (last > 100 && last % 3 == 0) {
                            throw txn.abort();
                        }
                    }
                }
            }
            return last;
        };
        return new ProgramTxn(fixed.toString(), body);
    }

    private static int value(Optional<Object> read) {
        return read.map(Integer.class::cast).orElse(-1);
    }
}
