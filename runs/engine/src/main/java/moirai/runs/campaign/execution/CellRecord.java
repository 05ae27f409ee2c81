package moirai.runs.campaign.execution;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Figures;
import moirai.runs.campaign.Measured;
import moirai.runs.campaign.NightFormat;
import moirai.runs.campaign.Threshold;
import moirai.runs.report.Numbers;
import moirai.runs.store.RunStore;
import moirai.runs.store.RunSummary;
import moirai.runs.store.StoredShape;
import moirai.runs.store.StoredWitness;
import moirai.runs.teeth.TeethReport;

/** Makes the result of a cell from the end of its process and the files of its run. */
final class CellRecord {

    private static final int WITNESSES_MAX = 200;
    private static final int LINE_MAX = 300;

    /** The number of bytes that are looked at, from the end of the output. */
    private static final int TAIL_BYTES = 16_000;

    /** A part of the line in which a run says that a case of the corpus was shown again. */
    private static final String PROMOTED = "a promoted case of ";

    /** How a reason begins that says that a process has left something behind, or failed. */
    private static final String ENDED_WITH = "besides, it ended with ";

    private static final String EXHAUSTED = "java.lang.OutOfMemoryError";
    private static final List<String> NO_JVM =
            List.of("Could not create the Java Virtual Machine", "Error occurred during initialization of VM");

    private CellRecord() {}

    /** Returns the directories of the runs of a cell that there are now. */
    static Set<Path> runs(Path store, Cell cell) {
        Path folder = store.resolve(cell.runName());
        if (!Files.isDirectory(folder)) {
            return Set.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(run -> RunStore.isTime(run.getFileName().toString()))
                    .collect(Collectors.toSet());
        } catch (IOException unreadable) {
            return Set.of();
        }
    }

    /**
     * Returns the result.
     *
     * @param before the runs of the cell that there were before it began
     * @param output what the process printed
     */
    static CellResult of(Path store, Cell cell, Set<Path> before, CellProcess.Ended ended, Path output) {
        Optional<Path> run = runs(store, cell).stream()
                .filter(path -> !before.contains(path))
                .max(Path::compareTo);
        Optional<RunSummary> summary = run.filter(path -> Files.isRegularFile(path.resolve("run.json")))
                .map(RunSummary::read);
        List<String> tail = tail(output);
        End end = end(ended, summary, tail);
        Figures figures = summary.map(Figures::of).orElse(Figures.NONE);
        return new CellResult(
                cell.name(),
                new CellResult.Ending(
                        end,
                        code(ended, summary, tail),
                        summary.map(found -> found.ending().verdict()).orElse(""),
                        end == End.JUDGED ? missed(cell, summary, tail) : List.of(),
                        end == End.JUDGED ? lacks(ended, summary, tail) : List.of(),
                        detail(end, ended, summary, tail)),
                run.map(path -> cell.runName() + "/" + path.getFileName()).orElse(""),
                summary.map(CellRecord::shapes).orElse(List.of()),
                figures,
                TeethReport.NONE,
                new CellResult.Took(
                        end == End.NOT_STARTED ? "" : ended.begun().toString(),
                        ended.took().toMillis() / 1e3));
    }

    /**
     * Returns what a result means where the database has a bug that the cell must find: a violation is what it
     * promised, and anything else means that it could not have noticed one.
     */
    static CellResult ofCanary(CellResult found) {
        CellResult.Ending ending = found.ending();
        if (ending.end() != End.JUDGED) {
            return found;
        }
        boolean isFound = ending.verdict().equals(ExitCode.INVALID.name());
        // Its violation is what was asked for, and hides nothing.
        List<String> troubles = ending.lacks().stream()
                .filter(lack -> lack.startsWith(ENDED_WITH))
                .toList();
        ExitCode missed =
                ExitCode.of(ending.exitCode()).orElse(ExitCode.INTERNAL_ERROR).and(ExitCode.INSUFFICIENT_EVIDENCE);
        String shapes = found.anomalies().stream()
                .filter(StoredShape::isForbidden)
                .map(StoredShape::name)
                .distinct()
                .collect(Collectors.joining(", "));
        return new CellResult(
                found.cell(),
                new CellResult.Ending(
                        End.JUDGED,
                        (isFound ? ExitCode.VALID : missed).code(),
                        ending.verdict(),
                        isFound
                                ? troubles
                                : List.of("its bug was not found in "
                                        + Numbers.counted(
                                                found.figures().counts().committed(), "transaction")),
                        isFound ? "found its bug" + (shapes.isEmpty() ? "" : ": " + shapes) : ending.detail()),
                found.run(),
                List.of(),
                Figures.NONE,
                TeethReport.NONE,
                found.took());
    }

    /**
     * Returns what a process has measured of a run's teeth. A report that an earlier process left does not count.
     *
     * @param run the directory of the run
     * @param report the file in which it had to leave that
     */
    static TeethReport teeth(CellProcess.Ended ended, Path run, Path report, Path output) {
        if (ended.how() == CellProcess.How.HUNG) {
            return TeethReport.unknown("killed after " + ended.took().toSeconds() + " s");
        }
        boolean isMeasured = ended.how() == CellProcess.How.ENDED
                && (ended.exitCode() == ExitCode.VALID.code()
                        || ended.exitCode() == ExitCode.INSUFFICIENT_EVIDENCE.code());
        try {
            return isMeasured ? NightFormat.teeth(report) : unmeasured(ended, run, output);
        } catch (IOException | RunException absent) {
            return unmeasured(ended, run, output);
        }
    }

    private static TeethReport unmeasured(CellProcess.Ended ended, Path run, Path output) {
        List<String> tail = tail(output);
        // What is refused, or else what was said first: further lines name commands.
        String said = tail.stream()
                .filter(line -> line.startsWith("moirai: "))
                .findFirst()
                .or(() -> tail.stream().findFirst())
                .orElse(ended.message());
        String reason = said.replaceFirst("^moirai: ", "").replace(run + " is ", "");
        // Only into lists can bugs be planted.
        boolean isRefused = ended.how() == CellProcess.How.ENDED && ended.exitCode() == ExitCode.BAD_ARGUMENTS.code();
        return isRefused ? TeethReport.none("no teeth: " + shortened(reason)) : TeethReport.unknown(shortened(reason));
    }

    /** Returns the result of a cell of whose run the files cannot be read. */
    static CellResult unreadable(Cell cell, CellProcess.Ended ended, RuntimeException why) {
        return new CellResult(
                cell.name(),
                new CellResult.Ending(
                        End.CRASHED,
                        ended.exitCode(),
                        "",
                        List.of(),
                        shortened("its run cannot be read: " + why.getMessage())),
                "",
                List.of(),
                Figures.NONE,
                TeethReport.NONE,
                new CellResult.Took(ended.begun().toString(), ended.took().toMillis() / 1e3));
    }

    /** Returns the result of a cell that was not executed. */
    static CellResult notStarted(Cell cell, String why) {
        return new CellResult(
                cell.name(),
                new CellResult.Ending(End.NOT_STARTED, -1, "", List.of(), why),
                "",
                List.of(),
                Figures.NONE,
                TeethReport.NONE,
                new CellResult.Took("", 0));
    }

    /**
     * Returns what the end means. A verdict is believed only where the run stored it: a JVM that cannot start ends with
     * 1, and one without memory with 3, as if a level were broken or the evidence scarce.
     */
    private static End end(CellProcess.Ended ended, Optional<RunSummary> summary, List<String> tail) {
        return switch (ended.how()) {
            case NOT_STARTED -> End.NOT_STARTED;
            // A run that has stored its verdict and does not end has been judged all the same.
            case HUNG, STOPPED -> summary.isPresent() ? End.JUDGED : End.HUNG;
            case ENDED -> {
                if (summary.isPresent()) {
                    yield End.JUDGED;
                }
                if (tail.stream().anyMatch(line -> line.contains(EXHAUSTED))) {
                    yield End.OUT_OF_MEMORY;
                }
                boolean isRefused = ended.exitCode() == ExitCode.BAD_ARGUMENTS.code()
                        || ended.exitCode() == ExitCode.REFUSED.code()
                        || tail.stream().anyMatch(line -> NO_JVM.stream().anyMatch(line::contains));
                yield isRefused ? End.NOT_STARTED : End.CRASHED;
            }
        };
    }

    /**
     * Returns the exit code of the process if no verdict was stored, and otherwise the weightier one of it and of the
     * run: a JVM without memory ends with 3, and a process may be killed before it has cleaned up.
     */
    private static int code(CellProcess.Ended ended, Optional<RunSummary> summary, List<String> tail) {
        if (summary.isEmpty()) {
            return ended.exitCode();
        }
        ExitCode process = ended.how() == CellProcess.How.ENDED ? code(ended, tail) : ExitCode.VALID;
        return summary.flatMap(found -> ExitCode.of(found.ending().exitCode()))
                .orElse(ExitCode.INTERNAL_ERROR)
                .and(process)
                .code();
    }

    private static ExitCode code(CellProcess.Ended ended, List<String> tail) {
        boolean isExhausted = tail.stream().anyMatch(line -> line.contains(EXHAUSTED));
        return isExhausted
                ? ExitCode.INTERNAL_ERROR
                : ExitCode.of(ended.exitCode()).orElse(ExitCode.INTERNAL_ERROR);
    }

    private static List<String> missed(Cell cell, Optional<RunSummary> summary, List<String> tail) {
        var missed = new ArrayList<String>();
        tail.stream().filter(line -> line.contains(PROMOTED)).findFirst().ifPresent(missed::add);
        Measured measured = summary.map(Measured::of).orElse(Measured.NONE);
        cell.thresholds().forEach(text -> Threshold.parse(text).missed(measured).ifPresent(missed::add));
        // What the cell requires by options of its run.
        summary.ifPresent(run -> missed.addAll(run.found().beside().terms().missed()));
        return missed;
    }

    private static List<String> lacks(CellProcess.Ended ended, Optional<RunSummary> summary, List<String> tail) {
        var lacks = new ArrayList<String>();
        // A violation hides what else is open, and what else went wrong.
        summary.filter(found -> found.ending().exitCode() == ExitCode.INVALID.code())
                .ifPresent(found -> {
                    found.found().doubts().values().stream().sorted().distinct().forEach(lacks::add);
                    trouble(ended, found, tail).ifPresent(lacks::add);
                });
        summary.map(found -> found.ending().lack())
                .filter(lack -> !lack.isEmpty())
                .ifPresent(lacks::add);
        return lacks;
    }

    /** Returns what went wrong with the process of a run that found a violation; empty if nothing did. */
    private static Optional<String> trouble(CellProcess.Ended ended, RunSummary found, List<String> tail) {
        ExitCode process = ended.how() == CellProcess.How.ENDED ? code(ended, tail) : ExitCode.VALID;
        ExitCode besides = ExitCode.of(found.ending().besideCode()).orElse(ExitCode.INTERNAL_ERROR);
        return Stream.of(process, besides)
                .filter(code -> code == ExitCode.CLEAN_UP_INCOMPLETE || code == ExitCode.INTERNAL_ERROR)
                .findFirst()
                .map(code -> ENDED_WITH + code.code() + " (" + code.words() + ")");
    }

    private static String detail(End end, CellProcess.Ended ended, Optional<RunSummary> summary, List<String> tail) {
        String last = tail.isEmpty() ? "" : shortened(tail.getLast().replaceFirst("^moirai: ", ""));
        return switch (end) {
            case JUDGED -> {
                String meaning = summary.map(CellRecord::meaning).orElse("");
                String killed = "killed after " + ended.took().toSeconds() + " s, when its verdict was stored";
                yield ended.how() == CellProcess.How.ENDED
                        ? meaning
                        : meaning.isEmpty() ? killed : meaning + "; " + killed;
            }
            case NOT_STARTED -> ended.message().isEmpty() ? last : ended.message();
            case HUNG -> "killed after " + ended.took().toSeconds() + " s";
            case OUT_OF_MEMORY ->
                tail.stream()
                        .filter(line -> line.contains(EXHAUSTED))
                        .findFirst()
                        .map(CellRecord::shortened)
                        .orElse("");
            case CRASHED -> "ended with " + ended.exitCode() + (last.isEmpty() ? "" : ": " + last);
        };
    }

    /** Returns whose fault a violation is, or why the verdict is unknown; empty if neither is to be said. */
    private static String meaning(RunSummary run) {
        if (!run.ending().meaning().isEmpty() || run.ending().exitCode() != ExitCode.UNKNOWN.code()) {
            return run.ending().meaning();
        }
        return Stream.concat(run.found().doubts().values().stream().sorted(), run.ending().notes().stream())
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private static List<StoredShape> shapes(RunSummary run) {
        List<StoredWitness> witnesses = StoredWitness.of(run.directory(), WITNESSES_MAX);
        return StoredShape.of(run.directory(), run.ending().expect(), witnesses);
    }

    /** Returns the last lines of the output that are not blank. */
    private static List<String> tail(Path output) {
        try (var file = Files.newByteChannel(output)) {
            file.position(Math.max(0, file.size() - TAIL_BYTES));
            var bytes = ByteBuffer.allocate(TAIL_BYTES);
            while (bytes.hasRemaining() && file.read(bytes) >= 0) {
                // A read may return less than there is.
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
        } catch (IOException absent) {
            return List.of();
        }
    }

    /** Returns the last line of a verdict in what a replay printed; else the last line that is not blank. */
    static String lastLine(Path output) {
        List<String> tail = tail(output);
        return tail.stream()
                .filter(line -> line.matches("(SHOWN|NOT SHOWN|UNKNOWN) .*"))
                .findFirst()
                .or(() -> tail.stream().reduce((one, later) -> later))
                .map(line -> shortened(line.replaceFirst("^moirai: ", "").replaceAll(" {2,}", " ")))
                .orElse("");
    }

    private static String shortened(String line) {
        String stripped = line.strip();
        return stripped.length() > LINE_MAX ? stripped.substring(0, LINE_MAX) + "…" : stripped;
    }
}
