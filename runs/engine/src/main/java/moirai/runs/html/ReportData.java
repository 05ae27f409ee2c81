package moirai.runs.html;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import moirai.analysis.Evidence;
import moirai.analysis.durability.Durability;
import moirai.history.RunHeader;
import moirai.runs.Judgement;
import moirai.runs.logs.LogSearch;
import moirai.runs.logs.ServerLogs;
import moirai.runs.products.Promise;
import moirai.runs.report.MeasuresText;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.ShellLine;
import moirai.runs.report.VerdictText;
import moirai.runs.summary.Availability;
import moirai.runs.summary.HistorySummary;

/** The data of the page, as maps, lists, strings and numbers; the order of entries is always the same. */
final class ReportData {

    /** The version of the data. It changes when a page of an older version could not read the data of a newer one. */
    private static final int VERSION = 2;

    private static final List<String> RECORDS = List.of(
            "run.json",
            "results.json",
            "results.edn",
            "faults.journal",
            "run.log",
            ServerLogs.FOLDER,
            "history",
            "anomalies");

    private ReportData() {}

    private record VerdictData(
            String word, String line, String meaning, String next, String text, List<String> notes) {}

    /** A fault, with the transactions that ended in an equal time before it, and while it was active. */
    private record FaultData(@JsonUnwrapped FaultBars.Drawn fault, RunSeries.Ended before, RunSeries.Ended during) {}

    /**
     * The faults of one kind, if there are too many to be listed.
     *
     * @param millis when they were active: begin and end of each stretch, the end -1 if it goes on
     */
    private record GroupData(
            @JsonUnwrapped GroupName name,
            @JsonUnwrapped GroupSize size,
            RunSeries.Ended before,
            RunSeries.Ended during,
            List<Long> millis) {}

    /** The name of a kind of faults. */
    private record GroupName(String fault, String kind) {}

    /**
     * How many faults of a kind there were.
     *
     * @param open the number of those that were not healed
     * @param seconds how long they were active, together
     */
    private record GroupSize(int count, long open, double seconds) {}

    /**
     * Returns the data of the page.
     *
     * @param page the page's future location, for links
     */
    static Map<String, Object> of(ReportSource source, Path page) {
        var links = new Links(source.run(), page);
        FaultBars faults = FaultBars.of(source.summary().faults(), source.run());
        RunSeries series = RunSeries.of(source.summary());
        ServerLogs logs = ServerLogs.of(source.run(), source.header().started());
        RowFill rows = RowFill.of(AnomalyRows.of(source, faults, series.widthNanos()), links, faults, logs);
        var data = new LinkedHashMap<String, Object>();
        data.put("version", VERSION);
        data.put("verdict", verdict(source));
        data.put("run", run(source));
        data.put("places", places(source, rows));
        data.put("levels", LevelLadder.of(source));
        data.put("hasUnexamined", hasUnexamined(source));
        data.put("anomalies", rows.data());
        AnomalyRows.Left left = AnomalyRows.left(source, rows.ids());
        data.put("shapesLeft", left.shapes());
        data.put("anomaliesLeft", left.anomalies());
        data.put("firstLeft", left.first());
        data.put("noRoom", rows.left());
        data.put("isWhole", source.proofs().isWhole());
        data.put("cases", CaseEntries.of(source.run(), links));
        data.put("evidence", evidence(source));
        data.put("faults", faults.isCrowded() ? List.of() : faults(faults, series));
        data.put("faultGroups", faults.isCrowded() ? groups(faults, series) : List.of());
        Availability uptime = Availability.of(source.summary());
        if (uptime.isKnown()) {
            data.put("uptime", MeasuresText.uptime(uptime));
        }
        data.put(
                "logFindings",
                LogSearch.of(source.run(), source.header(), List.of()).findings().stream()
                        .map(MeasuresText::log)
                        .toList());
        data.put("journalTrouble", faults.journalTrouble());
        if (source.summary().times().isKnown()) {
            data.put("series", series.data());
        }
        data.put("links", links.to(RECORDS));
        return data;
    }

    /** Returns whether an examination of every level would decide more levels. */
    private static boolean hasUnexamined(ReportSource source) {
        return !VerdictText.unexamined(
                        source.judgement().findings(), source.proofs().lost().dataModel())
                .isEmpty();
    }

    /** Returns the places of the sessions that are shown, since a long run has many. */
    private static Map<Integer, String> places(ReportSource source, RowFill rows) {
        var places = new TreeMap<>(source.besides().places());
        places.keySet().retainAll(rows.sessions());
        return places;
    }

    private static VerdictData verdict(ReportSource source) {
        Judgement judgement = source.judgement();
        RunHeader header = source.header();
        return new VerdictData(
                judgement.word(),
                VerdictText.line(judgement)
                        + MeasuresText.standstill(Availability.of(source.summary()))
                                .map(clause -> " · " + clause)
                                .orElse(""),
                VerdictText.meaning(judgement, header).orElse(""),
                NextStep.of(judgement, header.database(), header.isolation()),
                VerdictText.of(judgement, header),
                source.besides().notes());
    }

    private static Map<String, Object> run(ReportSource source) {
        RunHeader header = source.header();
        var run = new LinkedHashMap<String, Object>();
        run.put("name", String.valueOf(source.run().getFileName()));
        run.put("database", header.database());
        run.put("isolation", header.isolation());
        run.put("expect", source.judgement().expect().label());
        run.put(
                "promised",
                Promise.of(header.database(), header.isolation())
                        .map(level -> level.label())
                        .orElse(""));
        run.put("workload", header.workload());
        run.put("moirai", OwnCommand.version());
        run.put("seed", header.isOfRun() ? header.seed().toString() : "");
        // A run on a virtual clock begins in 1970, which says nothing to anyone.
        boolean isDated = header.isOfRun() && !header.started().equals(Instant.EPOCH);
        run.put("started", isDated ? header.started().toString() : "");
        run.put(
                "again",
                source.besides().argv().isEmpty()
                        ? ""
                        : ShellLine.of(source.besides().argv()));
        return run;
    }

    private static Map<String, Object> evidence(ReportSource source) {
        HistorySummary.Sizes sizes = source.summary().sizes();
        Evidence seen = source.judgement().evidence();
        var evidence = new LinkedHashMap<String, Object>();
        evidence.put("transactions", sizes.txns());
        evidence.put("ops", sizes.ops());
        evidence.put("keys", sizes.keys());
        evidence.put("committed", seen.committed());
        evidence.put("aborted", seen.aborted());
        evidence.put("indeterminate", seen.indeterminate());
        evidence.put("overlap", source.judgement().isTimed() ? seen.overlap() : -1);
        evidence.put("versionsRead", seen.versionsRead());
        evidence.put("keysContended", seen.keysContended());
        evidence.put("lack", source.judgement().lack());
        Durability durability = source.judgement().durability();
        evidence.put("acknowledged", durability.isKnown() ? durability.acknowledged() : -1);
        evidence.put("lost", durability.lostCount());
        evidence.put("writes", durability.kind().noun() + "s");
        var doubts = new ArrayList<String>();
        source.judgement()
                .findings()
                .doubts()
                .forEach((phenomenon, why) -> doubts.add(phenomenon.label() + ": " + why));
        evidence.put("doubts", doubts);
        return evidence;
    }

    /**
     * Returns the faults, each with the outcomes of transactions while it was active, and for an equal time before.
     */
    private static List<FaultData> faults(FaultBars faults, RunSeries series) {
        return faults.bars().stream()
                .map(bar -> new FaultData(bar.data(), before(bar, series), during(bar, series)))
                .toList();
    }

    private static RunSeries.Ended during(FaultBars.Bar bar, RunSeries series) {
        return series.during(bar.from(), Math.min(bar.to(), series.lastNanos()));
    }

    private static RunSeries.Ended before(FaultBars.Bar bar, RunSeries series) {
        long length = Math.max(1, Math.min(bar.to(), series.lastNanos()) - bar.from());
        return series.during(Math.max(series.firstNanos(), bar.from() - length), bar.from());
    }

    /** Returns the faults by their kinds, with the same sums for each. */
    private static List<GroupData> groups(FaultBars faults, RunSeries series) {
        List<FaultBars.Group> groups = faults.groups();
        long gap = FaultBars.gapNanos(groups);
        return groups.stream()
                .map(group -> new GroupData(
                        new GroupName(group.fault(), group.kind()),
                        size(group.bars(), series),
                        sum(group.bars(), bar -> before(bar, series)),
                        sum(group.bars(), bar -> during(bar, series)),
                        group.stretches(gap).stream()
                                .flatMap(ReportData::millis)
                                .toList()))
                .toList();
    }

    private static GroupSize size(List<FaultBars.Bar> bars, RunSeries series) {
        return new GroupSize(
                bars.size(),
                bars.stream().filter(bar -> bar.to() == FaultBars.OPEN).count(),
                bars.stream()
                        .mapToDouble(bar -> Math.min(bar.to(), series.lastNanos()) / 1e9 - bar.from() / 1e9)
                        .sum());
    }

    private static Stream<Long> millis(FaultBars.Stretch stretch) {
        return Stream.of(
                stretch.fromNanos() / 1_000_000,
                stretch.toNanos() == FaultBars.OPEN ? -1 : stretch.toNanos() / 1_000_000);
    }

    private static RunSeries.Ended sum(List<FaultBars.Bar> bars, Function<FaultBars.Bar, RunSeries.Ended> each) {
        return bars.stream().map(each).reduce(RunSeries.Ended.NONE, RunSeries.Ended::and);
    }
}
