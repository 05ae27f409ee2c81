package moirai.runs.html;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.analysis.Evidence;
import moirai.analysis.durability.Durability;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.runs.Judgement;
import moirai.runs.products.Promise;
import moirai.runs.report.ShellLine;
import moirai.runs.report.VerdictText;

/** The data of the page, as maps, lists, strings and numbers; the order of entries is always the same. */
final class ReportData {

    /** The version of the data. It changes when a page of an older version could not read the data of a newer one. */
    private static final int VERSION = 1;

    private static final List<String> RECORDS =
            List.of("run.json", "results.json", "results.edn", "faults.journal", "run.log", "history", "anomalies");

    private ReportData() {}

    private record VerdictData(
            String word, String line, String meaning, String next, String text, List<String> notes) {}

    /** A fault, with the transactions that ended in an equal time before it, and while it was active. */
    private record FaultData(@JsonUnwrapped FaultBars.Drawn fault, RunSeries.Ended before, RunSeries.Ended during) {}

    /**
     * Returns the data of the page.
     *
     * @param page the page's future location, for links
     */
    static Map<String, Object> of(ReportSource source, Path page) {
        var links = new Links(source.run(), page);
        FaultBars faults = FaultBars.of(source.history().faults(), source.run());
        RunSeries series = RunSeries.of(source.history());
        var data = new LinkedHashMap<String, Object>();
        data.put("version", VERSION);
        data.put("verdict", verdict(source));
        data.put("run", run(source));
        data.put("places", source.places());
        data.put("levels", LevelLadder.of(source));
        data.put("anomalies", AnomalyRows.of(source, links, faults));
        AnomalyRows.Left left = AnomalyRows.left(source);
        data.put("shapesLeft", left.shapes());
        data.put("anomaliesLeft", left.anomalies());
        data.put("firstLeft", left.first());
        data.put("cases", CaseEntries.of(source.run(), links));
        data.put("evidence", evidence(source));
        data.put("faults", faults(faults, series));
        data.put("journalTrouble", faults.journalTrouble());
        if (source.history().isTimed() && source.history().txnCount() > 0) {
            data.put("series", series.data());
        }
        data.put("links", links.to(RECORDS));
        return data;
    }

    private static VerdictData verdict(ReportSource source) {
        Judgement judgement = source.judgement();
        RunHeader header = source.header();
        return new VerdictData(
                judgement.word(),
                VerdictText.line(judgement),
                VerdictText.meaning(judgement, header).orElse(""),
                NextStep.of(judgement, header.database(), header.isolation()),
                VerdictText.of(judgement, header),
                source.notes());
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
        run.put("seed", header.isOfRun() ? header.seed().toString() : "");
        // A run on a virtual clock begins in 1970, which says nothing to anyone.
        boolean isDated = header.isOfRun() && !header.started().equals(Instant.EPOCH);
        run.put("started", isDated ? header.started().toString() : "");
        run.put("again", source.argv().isEmpty() ? "" : ShellLine.of(source.argv()));
        return run;
    }

    private static Map<String, Object> evidence(ReportSource source) {
        History history = source.history();
        Evidence seen = source.judgement().evidence();
        var evidence = new LinkedHashMap<String, Object>();
        evidence.put("transactions", history.txnCount());
        evidence.put("ops", history.opCount());
        evidence.put("keys", history.keyCount());
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
        var data = new ArrayList<FaultData>();
        for (FaultBars.Bar bar :
                faults.bars().stream().limit(FaultBars.DRAWN_MAX).toList()) {
            long to = Math.min(bar.to(), series.lastNanos());
            long before = Math.max(series.firstNanos(), bar.from() - Math.max(1, to - bar.from()));
            data.add(new FaultData(bar.data(), series.during(before, bar.from()), series.during(bar.from(), to)));
        }
        return data;
    }
}
