package moirai.cli.predicting;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.Collectors;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.directed.proof.Claim;
import moirai.directed.proof.LockRepair;
import moirai.directed.proof.Proof;
import moirai.directed.proof.Prover;
import moirai.directed.search.Analysis;
import moirai.directed.search.Anomaly;
import moirai.runs.ExitCode;
import moirai.runs.cases.PredictedText;
import moirai.runs.cases.groups.AnomalyGroup;
import moirai.runs.cases.groups.AnomalyGroups;
import moirai.runs.cases.groups.GroupText;
import moirai.runs.export.GroupExport;
import moirai.runs.prediction.Prediction;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.Wrapping;
import moirai.sources.Translation;
import moirai.sources.diagnostic.Diagnostic;

/** An analysis for people: anomalies grouped by their causes, with the lines of the source. */
final class AnalysisReport {

    private final Translation translation;
    private final Analysis analysis;
    private final Program program;
    private final List<List<String>> byRows;
    private final AnomalyGroups groups;
    private final IdentityHashMap<Anomaly, Integer> numbers = new IdentityHashMap<>();

    /**
     * Creates the report of an analysis.
     *
     * @param groups of its anomalies
     */
    AnalysisReport(Prediction found, AnomalyGroups groups) {
        this.groups = groups;
        this.byRows = found.byRows();
        this.translation = found.translation();
        this.analysis = found.analysis();
        this.program = translation.program();
        for (Anomaly anomaly : analysis.anomalies()) {
            numbers.put(anomaly, numbers.size() + 1);
        }
    }

    /** Returns the exit code of the command. */
    ExitCode exitCode() {
        if (!analysis.anomalies().isEmpty() || !byRows.isEmpty()) {
            return ExitCode.INVALID;
        }
        return isWhole() && translation.isExact() ? ExitCode.VALID : ExitCode.UNKNOWN;
    }

    /**
     * Returns the whole report, with a newline at the end.
     *
     * @param store the option that names the store to the commands in the report, or empty if it is the default
     * @param isAll whether all anomalies of a group are shown, and not its smallest alone
     */
    String text(String store, boolean isAll) {
        return Wrapping.hanging(found(isAll)) + rest(store);
    }

    /** Returns the lines about the program and the groups. */
    private String found(boolean isAll) {
        var text = new StringBuilder();
        text.append("program    ")
                .append(program.name())
                .append(" at ")
                .append(analysis.levels().text());
        text.append(": ").append(names()).append('\n');
        if (translation.leftOut() > 0) {
            text.append("seen       ").append(program.txns().size()).append(" transactions, and ");
            text.append(translation.leftOut()).append(" left out, which are listed below\n");
        }
        OwnLevelText.lines(analysis.levels())
                .forEach(line -> text.append("level      ").append(line).append('\n'));
        text.append("looked at  ")
                .append(analysis.bounds().text(program.numbers()))
                .append('\n');
        text.append("answer     ").append(answer()).append('\n');
        for (int i = 0; i < groups.groups().size(); i++) {
            group(text, i + 1, groups.groups().get(i), isAll);
        }
        return text.toString();
    }

    /** Returns the lines that are not broken: commands, and diagnostics as compilers print them. */
    private String rest(String store) {
        var text = new StringBuilder();
        if (!groups.groups().isEmpty()) {
            text.append("\nHow one comes about: " + OwnCommand.line("schedule list --anomaly N"))
                    .append(store)
                    .append("\nOn a database: " + OwnCommand.line("schedule run"))
                    .append(store)
                    .append('\n');
            if (groups.groups().stream().allMatch(group -> group.repairs().isEmpty())) {
                text.append("What removes a group: " + OwnCommand.line("schedule analyze … --repairs\n"));
            }
        }
        if (!byRows.isEmpty()) {
            text.append("\nNot serializable if a statement takes its rows one by one, as it does at this level;\n")
                    .append(OwnCommand.line("schedule prove shows how:\n"));
            byRows.forEach(
                    txns -> text.append("  ").append(String.join(", ", txns)).append('\n'));
        }
        if (!translation.diagnostics().isEmpty()) {
            text.append('\n').append("What the analysis takes the source for:\n");
            translation
                    .diagnostics()
                    .forEach(found -> text.append("  ").append(found.text()).append('\n'));
        }
        return text.toString();
    }

    /** Returns the transactions that only rows taken one by one break, each with its first statement. */
    List<GroupExport.ByRows> placedByRows() {
        return byRows.stream()
                .map(txns -> new GroupExport.ByRows(
                        txns,
                        txns.stream()
                                .flatMap(name -> program.txn(name).origins().values().stream()
                                        .sorted()
                                        .limit(1))
                                .toList()))
                .toList();
    }

    /** Returns which SELECTs to lock, the anomalies that each lock removes, and what holds with all of them. */
    String locks(LockRepair repair) {
        var text = new StringBuilder();
        if (repair.locks().isEmpty()) {
            return "\nNo SELECT … FOR UPDATE of a row by its key removes an anomaly.\n";
        }
        text.append("\nLock these rows (SELECT … FOR UPDATE):\n");
        for (LockRepair.Lock lock : repair.locks()) {
            text.append("  ")
                    .append(PredictedText.line(program.txn(lock.txn()), lock.select()))
                    .append("\n    removes ")
                    .append(numbers(lock.removed()))
                    .append('\n');
        }
        Claim claim = Claim.of(repair.repaired(), analysis.levels(), analysis.bounds());
        boolean isProven =
                repair.left().isEmpty() && translation.isExact() && Prover.prove(claim) instanceof Proof.Proven;
        if (!repair.left().isEmpty()) {
            text.append("No such lock removes ").append(numbers(repair.left())).append(".\n");
        }
        return text.append(
                        isProven
                                ? "With these locks the transactions are proven serializable, within the bounds.\n"
                                : repair.left().isEmpty()
                                        ? "With these locks none is left within the bounds, which is no proof.\n"
                                        : "")
                .toString();
    }

    private String numbers(List<Anomaly> anomalies) {
        List<Integer> sorted = anomalies.stream()
                .map(anomaly -> numbers.getOrDefault(anomaly, 0))
                .sorted()
                .toList();
        var runs = new ArrayList<String>();
        for (int first = 0; first < sorted.size(); ) {
            int last = first;
            while (last + 1 < sorted.size() && sorted.get(last + 1) == sorted.get(last) + 1) {
                last++;
            }
            runs.add(sorted.get(first) + (last == first ? "" : (last == first + 1 ? ", " : " to ") + sorted.get(last)));
            first = last + 1;
        }
        return String.join(", ", runs);
    }

    private String names() {
        return program.txns().stream().map(TxnType::name).collect(Collectors.joining(", "));
    }

    private String answer() {
        int count = analysis.anomalies().size();
        long losses =
                translation.diagnostics().stream().filter(Diagnostic::isLoss).count();
        if (count > 0) {
            return count + (count == 1 ? " anomaly, " : " anomalies, ")
                    + analysis.internal().size() + " internal, in "
                    + groups.groups().size()
                    + (groups.groups().size() == 1 ? " group" : " groups")
                    + (isWhole() ? "" : ", in " + searched());
        }
        if (!isWhole()) {
            return "unknown: none in " + searched();
        }
        if (!byRows.isEmpty()) {
            return "none while each statement takes its rows at one time; some if it takes them one by one";
        }
        if (losses == 0 && translation.isSeen()) {
            return "unknown: none within the bounds for the ways that were found, and there may be others";
        }
        return losses == 0
                ? "none within the bounds, which is no proof"
                : "unknown: none within the bounds, but the source was not taken over exactly at " + losses
                        + (losses == 1 ? " place" : " places");
    }

    private boolean isWhole() {
        return analysis.extent().isWhole();
    }

    private String searched() {
        return analysis.extent().searched() + " of " + analysis.extent().all()
                + " combinations of transactions, at which --budget ended the search";
    }

    private void group(StringBuilder text, int number, AnomalyGroup group, boolean isAll) {
        int count = group.members().size();
        text.append("\ngroup ").append(number).append(": ").append(group.kind().label());
        text.append(count == 1 ? ", 1 anomaly" : ", " + count + " anomalies").append('\n');
        text.append("  ")
                .append(new GroupText(program, analysis.bounds().loopMax()).sentence(group))
                .append(".\n");
        group.members().stream().limit(isAll ? count : 1).forEach(member -> anomaly(text, member.anomaly()));
        if (!isAll && count > 1) {
            List<Anomaly> others = group.members().stream()
                    .skip(1)
                    .map(AnomalyGroup.Member::anomaly)
                    .toList();
            text.append("  likewise ").append(numbers(others)).append('\n');
        }
        String word = "  repair   ";
        for (String repair : group.repairs()) {
            text.append(word).append(repair.replace("\n", "\n             ")).append('\n');
            word = "  or       ";
        }
    }

    private void anomaly(StringBuilder text, Anomaly anomaly) {
        // By identity: two may be equal but for their scenario, and each has its own number.
        int number = numbers.getOrDefault(anomaly, 0);
        text.append("  ").append(number).append(anomaly.isInternal() ? ". internal: " : ". external: ");
        text.append(anomaly.cycle()).append('\n');
        for (Anomaly.Hop hop : anomaly.hops()) {
            lines(hop).forEach(line -> text.append("    ").append(line).append('\n'));
        }
    }

    /** Returns the statements of a transaction on the cycle, in the order of the cycle. */
    private List<String> lines(Anomaly.Hop hop) {
        return program.txn(hop.txn()).statements(analysis.bounds().loopMax()).stream()
                .filter(statement ->
                        statement.label().equals(hop.in()) || statement.label().equals(hop.out()))
                .map(statement -> PredictedText.line(program.txn(hop.txn()), statement))
                .toList();
    }
}
