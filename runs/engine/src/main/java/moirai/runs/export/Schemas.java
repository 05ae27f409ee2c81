package moirai.runs.export;

import java.util.Locale;
import moirai.runs.alarms.AnomalyWatch;
import moirai.runs.campaign.NightFormat;
import moirai.runs.cases.format.CaseFormat;
import moirai.runs.files.BundledText;
import moirai.runs.store.RunSummary;

/** The published JSON Schemas (draft 2020-12) of the files and of the notices of a run. */
public enum Schemas {
    /** The schema of {@code run.json}. */
    RUN(RunSummary.class, "run-1.schema.json"),

    /** The schema of {@code results.json}, which has the keys of Jepsen's {@code results.edn}. */
    RESULTS(RunSummary.class, "results-1.schema.json"),

    /** The schema of {@code case.json}. */
    CASE(CaseFormat.class, "case-2.schema.json"),

    /** The schema of the notices that commands and servers get of anomalies. */
    ANOMALY(AnomalyWatch.class, "anomaly-1.schema.json"),

    /** The schema of {@code campaign.json}, and of the lines of {@code results.jsonl}. */
    NIGHT(NightFormat.class, "night-1.schema.json"),

    /** The schema of the file of a campaign, for editors. */
    CAMPAIGN(NightFormat.class, "campaign-1.schema.json");

    private final Class<?> beside;
    private final String resource;

    Schemas(Class<?> beside, String resource) {
        this.beside = beside;
        this.resource = resource;
    }

    /** Returns the schema as JSON. */
    public String text() {
        return BundledText.of(beside, resource);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
