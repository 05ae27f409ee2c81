package moirai.nemesis.faults;

/** How many nodes a fault meets, as Jepsen's flags call it. */
public enum Targets {
    ONE("one"),
    MINORITY("minority"),
    MAJORITY("majority"),
    PRIMARIES("primaries"),
    ALL("all");

    private final String label;

    Targets(String label) {
        this.label = label;
    }

    /** Its name on the command line. */
    public String label() {
        return label;
    }

    /** How many of these nodes; of a single one it is always that. {@code PRIMARIES} is one, whichever that is. */
    int countOf(int nodes) {
        return switch (this) {
            case ONE, PRIMARIES -> 1;
            case MINORITY -> Math.max(1, (nodes - 1) / 2);
            case MAJORITY -> nodes / 2 + 1;
            case ALL -> nodes;
        };
    }
}
