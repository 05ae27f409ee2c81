package moirai.formats;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads Plume's text slowly, with an object for everything. */
final class PlumeOracle {

    private static final Pattern LINE = Pattern.compile("([rw])\\((\\d+),(\\d+),(\\d+),(-?\\d+)\\)");

    private final List<Txn> txns = new ArrayList<>();
    private final Map<Long, Txn> byNumber = new HashMap<>();
    private final Map<Long, Integer> sessions = new HashMap<>();
    private final Map<Long, Txn> latest = new HashMap<>();
    private final Set<Long> zeroKeys = new HashSet<>();

    private record Op(boolean isWrite, long key, long value) {}

    private record Txn(int id, int session, boolean isAborted, List<Op> ops) {}

    private PlumeOracle() {}

    /** Returns the history in notation, or nothing if it is to be refused for the order of its transactions. */
    static Optional<String> read(String text) {
        var oracle = new PlumeOracle();
        boolean isRead = text.lines().allMatch(oracle::line);
        return isRead && !oracle.txns.isEmpty() ? Optional.of(oracle.notation()) : Optional.empty();
    }

    private boolean line(String line) {
        Matcher fields = LINE.matcher(line);
        if (!fields.matches()) {
            return false;
        }
        boolean isWrite = fields.group(1).equals("w");
        long session = Long.parseLong(fields.group(4));
        long number = Long.parseLong(fields.group(5));
        if (number == -1 && !isWrite) {
            return true;
        }
        int dense = sessions.computeIfAbsent(session, unseen -> sessions.size());
        Txn before = latest.get(session);
        Txn txn = number == -1 ? (before != null && before.isAborted() ? before : null) : byNumber.get(number);
        if (txn == null) {
            txn = new Txn(txns.size(), dense, number == -1, new ArrayList<>());
            txns.add(txn);
            latest.put(session, txn);
            if (number != -1) {
                byNumber.put(number, txn);
            }
        } else if (before == null || txn.id() != before.id()) {
            return false;
        }
        var op = new Op(isWrite, Long.parseLong(fields.group(2)), Long.parseLong(fields.group(3)));
        txn.ops().add(op);
        if (op.isWrite() && op.value() == 0 && !txn.isAborted()) {
            zeroKeys.add(op.key());
        }
        return true;
    }

    private String notation() {
        var text = new StringBuilder();
        for (Txn txn : txns) {
            text.append("T" + txn.id() + " s" + txn.session() + (txn.isAborted() ? " fail" : " ok"));
            for (Op op : txn.ops()) {
                boolean isInitial = !op.isWrite() && op.value() == 0 && !zeroKeys.contains(op.key());
                text.append(op.isWrite() ? " w" : " r").append(op.key()).append('=');
                text.append(isInitial ? "nil" : String.valueOf(op.value()));
            }
            text.append('\n');
        }
        return text.toString();
    }
}
