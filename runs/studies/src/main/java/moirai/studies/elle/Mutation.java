package moirai.studies.elle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;

/** A small change to a history, of a kind that checkers have judged wrongly. */
enum Mutation {
    /** A read has another answer. */
    ANSWER,
    /** Two neighbouring ops of a transaction change places. */
    ORDER_WITHIN_WRITER,
    /** A transaction did not commit, as far as its client knows, and yet shows its reads. */
    OUTCOME,
    /** A transaction runs at another time, in a session of its own. */
    TIME,
    /** The clock cannot tell some events apart. */
    TIES,
    /** A value is written twice. */
    REPEATED_VALUE;

    private static final int TICK_MAX = 100;
    private static final int NOBODYS = 999;
    private static final int REPETITIONS_ONE_OF = 5;

    /** Returns the history after the change, or the same one if it has nothing to change. */
    Trace apply(Trace trace, SplittableRandom random) {
        return switch (this) {
            case ANSWER -> replaceOp(trace, random, op -> !Trace.isWrite(op), this::otherAnswer);
            case REPEATED_VALUE -> {
                // Elle takes for granted that there is none, so more would hide other differences.
                boolean isSpared = random.nextInt(REPETITIONS_ONE_OF) > 0;
                yield isSpared ? trace : replaceOp(trace, random, Trace::isWrite, this::otherValue);
            }
            case ORDER_WITHIN_WRITER -> replaceTxn(trace, random, Mutation::swapped);
            case OUTCOME -> replaceTxn(trace, random, Mutation::doubtful);
            case TIME -> replaceTxn(trace, random, (txn, all, dice) -> moved(txn, all, dice));
            case TIES -> new Trace(trace.data(), trace.txns(), random.nextBoolean() ? 2 + random.nextInt(3) : TICK_MAX);
        };
    }

    /** A change to a part, which may look at the whole. */
    private interface Change<T> {
        T apply(T part, Trace trace, SplittableRandom random);
    }

    private static Trace replaceTxn(Trace trace, SplittableRandom random, Change<Txn> change) {
        var txns = new ArrayList<>(trace.txns());
        int txn = random.nextInt(txns.size());
        txns.set(txn, change.apply(txns.get(txn), trace, random));
        return trace.with(txns);
    }

    private static Trace replaceOp(Trace trace, SplittableRandom random, Predicate<Op> which, Change<Op> change) {
        return replaceTxn(trace, random, (txn, all, dice) -> {
            var ops = new ArrayList<>(txn.ops());
            int first = random.nextInt(ops.size());
            for (int i = 0; i < ops.size(); i++) {
                int op = (first + i) % ops.size();
                if (which.test(ops.get(op))) {
                    ops.set(op, change.apply(ops.get(op), trace, random));
                    return withOps(txn, ops);
                }
            }
            return txn;
        });
    }

    private static Txn withOps(Txn txn, List<Op> ops) {
        return new Txn(txn.session(), ops, txn.outcome(), txn.startNanos(), txn.endNanos());
    }

    private static Txn swapped(Txn txn, Trace trace, SplittableRandom random) {
        if (txn.ops().size() < 2) {
            return txn;
        }
        var ops = new ArrayList<>(txn.ops());
        int at = random.nextInt(ops.size() - 1);
        Collections.swap(ops, at, at + 1);
        return withOps(txn, ops);
    }

    private static Txn doubtful(Txn txn, Trace trace, SplittableRandom random) {
        Outcome outcome =
                random.nextInt(3) == 0 ? new Outcome.Aborted("refused") : new Outcome.Indeterminate("timeout");
        return new Txn(txn.session(), txn.ops(), outcome, txn.startNanos(), txn.endNanos());
    }

    private static Txn moved(Txn txn, Trace trace, SplittableRandom random) {
        int session = 1 + trace.txns().stream().mapToInt(Txn::session).max().orElse(0);
        long start = random.nextInt(2 * trace.txns().size());
        return new Txn(
                session,
                txn.ops(),
                txn.outcome(),
                start,
                start + random.nextInt(trace.txns().size()));
    }

    private Op otherAnswer(Op op, Trace trace, SplittableRandom random) {
        return switch (op) {
            case Op.Read(long key, var elements) -> new Op.Read(key, otherList(key, elements, trace, random));
            case Op.ReadValue(long key, long value) -> otherRead(key, trace, random);
            case Op.ReadInitial(long key) -> otherRead(key, trace, random);
            default -> op;
        };
    }

    private static Op otherRead(long key, Trace trace, SplittableRandom random) {
        List<Long> written = written(trace, key);
        int at = random.nextInt(written.size() + 1);
        return at == written.size() ? new Op.ReadInitial(key) : new Op.ReadValue(key, written.get(at));
    }

    private static Elements otherList(long key, Elements elements, Trace trace, SplittableRandom random) {
        List<Long> written = written(trace, key);
        var list = new ArrayList<Long>();
        for (int element : elements.toArray()) {
            list.add((long) element);
        }
        int at = random.nextInt(list.size() + 1);
        switch (random.nextInt(5)) {
            case 0 -> list.subList(Math.max(0, list.size() - 1), list.size()).clear();
            case 1 -> list.add(at, any(written, random));
            case 2 -> list.add(any(written, random));
            case 3 -> Collections.rotate(list.subList(at, list.size()), 1);
            default -> {
                List<Elements> seen = answers(trace, key);
                return seen.isEmpty() ? elements : seen.get(random.nextInt(seen.size()));
            }
        }
        return Elements.of(list.stream().mapToInt(Long::intValue).toArray());
    }

    private static long any(List<Long> written, SplittableRandom random) {
        return written.isEmpty() || random.nextInt(20) == 0 ? NOBODYS : written.get(random.nextInt(written.size()));
    }

    private static List<Elements> answers(Trace trace, long key) {
        var answers = new ArrayList<Elements>();
        for (Txn txn : trace.txns()) {
            for (Op op : txn.ops()) {
                if (op instanceof Op.Read(long read, var elements) && read == key && elements.isKnown()) {
                    answers.add(elements);
                }
            }
        }
        return answers;
    }

    private static List<Long> written(Trace trace, long key) {
        var written = new ArrayList<Long>();
        for (Txn txn : trace.txns()) {
            for (Op op : txn.ops()) {
                if (op instanceof Op.Append(long to, int element) && to == key) {
                    written.add((long) element);
                } else if (op instanceof Op.Write(long to, long value) && to == key) {
                    written.add(value);
                }
            }
        }
        return written;
    }

    private Op otherValue(Op op, Trace trace, SplittableRandom random) {
        return switch (op) {
            case Op.Append(long key, int element) -> new Op.Append(key, (int) any(written(trace, key), random));
            case Op.Write(long key, long value) -> new Op.Write(key, any(written(trace, key), random));
            default -> op;
        };
    }
}
