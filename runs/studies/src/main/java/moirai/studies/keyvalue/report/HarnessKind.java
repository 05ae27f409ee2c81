package moirai.studies.keyvalue.report;

import moirai.history.Seed;
import moirai.studies.keyvalue.Harness;

/** How the operations of a run were chosen. */
enum HarnessKind {
    SMALL("small"),
    PUBLISHED("artefact's"),
    AIMED("aimed 3x3"),
    DRAWN("drawn 3x3");

    private static final int SESSIONS = 3;
    private static final int OPERATIONS = 3;

    private final String label;

    HarnessKind(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** The harness of one run; the seed matters to those that are drawn. */
    Harness of(Scenario scenario, Seed seed) {
        return switch (this) {
            case SMALL -> scenario.small();
            case PUBLISHED -> scenario.published();
            case AIMED -> scenario.aimed();
            case DRAWN -> Harness.random(scenario.program(), SESSIONS, OPERATIONS, seed);
        };
    }
}
