package moirai.nemesis.faults;

/** One direction between two ends. */
public record Way(String from, String to) {

    @Override
    public String toString() {
        return from + "→" + to;
    }
}
