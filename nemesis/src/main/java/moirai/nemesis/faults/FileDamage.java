package moirai.nemesis.faults;

/** The way in which files are damaged, as by a bad disk or a bad restore. */
public enum FileDamage {
    /** Some bits have another value. */
    BIT_FLIPS("bit-flips"),
    /** The last pages are gone. */
    TRUNCATION("truncation"),
    /** A page has nothing but zeros. */
    ZEROED_PAGE("zeroed-page"),
    /** The file has the content of some seconds before, the others have not. */
    OLD_SNAPSHOT("old-snapshot");

    private final String label;

    FileDamage(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
