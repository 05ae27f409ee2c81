package moirai.studies.keyvalue.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.history.Outcome;
import moirai.studies.keyvalue.Call;
import moirai.studies.keyvalue.report.TracedRun.Source;
import moirai.studies.keyvalue.report.TracedRun.Step;

/**
 * The table of a run for people. It has a column for each session, and the transactions one below the other in the
 * order in which they ran, each with its request, its reads and their sources, its alternatives, its writes and its
 * reply.
 */
final class SessionTable {

    private static final String GAP = "  ";

    private final TracedRun run;
    private final int[] widths;
    private final List<List<String>> rows = new ArrayList<>();
    private final List<Integer> columns = new ArrayList<>();

    SessionTable(TracedRun run) {
        this.run = run;
        List<List<Call>> sessions = run.execution().sessions();
        this.widths = new int[sessions.size()];
        int txnCount = run.execution().store().history().txnCount();
        for (int txn = 0; txn < txnCount; txn++) {
            add(txn, sessions);
        }
        for (int session = 0; session < widths.length; session++) {
            widths[session] = Math.max(widths[session], heading(session).length());
        }
    }

    private static String heading(int session) {
        return "session " + session;
    }

    private void add(int txn, List<List<Call>> sessions) {
        for (List<Call> calls : sessions) {
            for (Call call : calls) {
                if (call.txns().contains(txn)) {
                    List<String> lines = lines(txn, call);
                    rows.add(lines);
                    columns.add(call.session());
                    int width = lines.stream().mapToInt(String::length).max().orElse(0);
                    widths[call.session()] = Math.max(widths[call.session()], width);
                }
            }
        }
    }

    private List<String> lines(int txn, Call call) {
        var lines = new ArrayList<String>();
        boolean isFirst = call.txns().getInt(0) == txn;
        lines.add("T" + txn + " " + call.request() + (isFirst ? "" : " ..."));
        for (Step step : run.steps(txn)) {
            lines.addAll(lines(step));
        }
        if (!(run.execution().store().history().txn(txn).outcome() instanceof Outcome.Committed)) {
            lines.add("  aborted");
        }
        if (call.txns().getInt(call.txns().size() - 1) == txn) {
            lines.add("  -> " + call.reply());
        }
        return lines;
    }

    private static List<String> lines(Step step) {
        return switch (step) {
            case Step.Write write -> List.of("  " + write.key() + " := " + write.value());
            case Step.Read read
            when read.sources().isEmpty() -> List.of("  " + read.key() + " = " + read.value() + " of its own");
            case Step.Read read -> {
                var lines = new ArrayList<String>();
                lines.add("  " + read.key() + " = " + from(read.sources().get(read.chosen())));
                String others = IntStream.range(0, read.sources().size())
                        .filter(source -> source != read.chosen())
                        .mapToObj(source -> from(read.sources().get(source)))
                        .collect(Collectors.joining(", "));
                if (!others.isEmpty()) {
                    lines.add("    not " + others);
                }
                yield lines;
            }
        };
    }

    private static String from(Source source) {
        return source.value() + (source.txn() < 0 ? " of the start" : " of T" + source.txn());
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        var headings = new ArrayList<String>();
        for (int session = 0; session < widths.length; session++) {
            headings.add(padded(heading(session), session));
        }
        run.execution().harness().prologue().forEach(operation -> text.append("before: " + operation.request() + "\n"));
        text.append(String.join(GAP, headings).stripTrailing()).append('\n');
        for (int row = 0; row < rows.size(); row++) {
            String margin = margin(columns.get(row));
            rows.get(row)
                    .forEach(
                            line -> text.append((margin + line).stripTrailing()).append('\n'));
        }
        return text.toString();
    }

    private String margin(int session) {
        return IntStream.range(0, session)
                .mapToObj(column -> " ".repeat(widths[column]) + GAP)
                .collect(Collectors.joining());
    }

    private String padded(String cell, int session) {
        return cell + " ".repeat(widths[session] - cell.length());
    }
}
