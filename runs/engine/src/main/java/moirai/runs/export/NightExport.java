package moirai.runs.export;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.runs.ExitCode;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.ShellLine;
import moirai.runs.store.StoredShape;

/** A night of a campaign for other programs. */
public final class NightExport {

    private NightExport() {}

    /**
     * Returns JUnit XML with a test case for each cell. It is green if and only if the night's exit code is 0: known
     * failures are skipped tests, with the reason.
     *
     * @param store where the runs are
     */
    public static String junit(AssessedNight assessed, Path store) {
        Night night = assessed.night();
        Night.Identity identity = night.identity();
        var properties = new LinkedHashMap<String, String>();
        properties.put("night", identity.id());
        properties.put("moirai", identity.moirai());
        properties.put("digest", identity.digest());
        properties.put("shard", identity.shard());
        double seconds = night.results().stream()
                .mapToDouble(result -> result.took().seconds())
                .sum();
        List<Check> checks = night.cells().stream()
                .map(cell -> night.result(cell.name())
                        .map(result -> new Check(
                                cell.name(),
                                result(result, assessed, store),
                                result.took().seconds()))
                        .orElse(new Check(cell.name(), new Check.Result.Unknown("missing", "the night did not end"))))
                .toList();
        return JunitXml.of(
                new JunitXml.Suite(
                        "moirai campaign " + identity.campaign(),
                        "moirai.campaign." + identity.campaign(),
                        seconds,
                        properties),
                checks);
    }

    /**
     * Returns SARIF 2.1.0 with a result for each forbidden shape of anomaly in a cell.
     *
     * @param store where the runs are
     */
    public static String sarif(AssessedNight assessed, Path store) {
        return NightSarif.of(assessed, store);
    }

    private static Check.Result result(CellResult result, AssessedNight assessed, Path store) {
        if (result.isGood()) {
            return new Check.Result.Passed();
        }
        Optional<String> accepted = assessed.accepted(result);
        if (accepted.isPresent()) {
            return new Check.Result.Skipped("known: " + accepted.get());
        }
        CellResult.Ending ending = result.ending();
        String shapes = result.anomalies().stream()
                .filter(StoredShape::isForbidden)
                .map(shape -> shape.count() + " × " + shape.fingerprint() + " (" + shape.name() + ")")
                .collect(Collectors.joining("\n"));
        if (ending.end() != End.JUDGED) {
            return new Check.Result.Unknown(ending.end().words().replace(' ', '-'), ending.detail());
        }
        String reasons = String.join("; ", ending.reasons());
        boolean isBroken = ending.verdict().equals(ExitCode.INVALID.name());
        if (result.code() == ExitCode.INVALID && !isBroken) {
            return new Check.Result.Failed("threshold", reasons, reasons);
        }
        if (result.code() == ExitCode.INVALID) {
            String type = result.anomalies().stream()
                    .filter(StoredShape::isForbidden)
                    .map(StoredShape::phenomenon)
                    .findFirst()
                    .orElse("invalid");
            String explain = ShellLine.of(
                    OwnCommand.PLAIN + " explain",
                    List.of(store.resolve(result.run()).normalize().toString()));
            String text = Stream.of(shapes, reasons, explain)
                    .filter(line -> !line.isEmpty())
                    .collect(Collectors.joining("\n"));
            return new Check.Result.Failed(type, "the level is broken", text);
        }
        if (result.code() == ExitCode.INSUFFICIENT_EVIDENCE) {
            return new Check.Result.Failed("insufficient-evidence", reasons, reasons);
        }
        return new Check.Result.Unknown(
                "exit-" + ending.exitCode(),
                "the run ended with " + result.code().words());
    }
}
