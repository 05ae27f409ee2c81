package moirai.studies.keyvalue.report;

import moirai.history.Seed;
import moirai.studies.keyvalue.Harness;

/** The way in which the operations of a run are chosen. */
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

    /** Returns the harness of one run; only random harnesses depend on the seed. */
    Harness of(Scenario scenario, Seed seed) {
        return switch (this) {
            case SMALL -> scenario.small();
            case PUBLISHED -> scenario.published();
            case AIMED -> scenario.aimed();
            case DRAWN -> Harness.random(scenario.program(), SESSIONS, OPERATIONS, seed);
        };
    }
}
