package moirai.nemesis.network;

import java.util.List;

/** One direction between two ends. */
public record Way(String from, String to) {

    /**
     * Returns the way between two of these ends.
     *
     * @throws IllegalArgumentException if one is not among them
     */
    static Way among(List<String> ends, String from, String to) {
        for (String end : List.of(from, to)) {
            if (!ends.contains(end)) {
                throw new IllegalArgumentException(
                        "'" + end + "' is no end of these links: expected one of " + String.join(", ", ends));
            }
        }
        return new Way(from, to);
    }

    Way back() {
        return new Way(to, from);
    }

    /** Returns whether clients are at one end. */
    public boolean isClients() {
        return from.equals(Links.CLIENTS) || to.equals(Links.CLIENTS);
    }

    @Override
    public String toString() {
        return from + "→" + to;
    }
}
