package moirai.directed.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import moirai.directed.levels.Axiom;
import moirai.directed.levels.Level;

/**
 * Levels as people write them, in parts between commas.
 *
 * <ul>
 *   <li>{@code SI}: the level of all transactions that no other part names; EC, if no part says one.
 *   <li>{@code payment=SER}: that of one transaction.
 *   <li>{@code enroll~remove}: two transactions that are serializable in each other's company.
 * </ul>
 *
 * <p>A level is one of the ten names, and may be changed promise by promise: {@code EC:prefix:no-blind-conflict},
 * {@code PSI:without-transitive}.
 */
public final class LevelsText {

    private static final String WITHOUT = "without-";

    private LevelsText() {}

    /**
     * Reads the levels.
     *
     * @throws IllegalArgumentException saying which part is wrong and what is expected, without naming an option
     */
    public static Levels parse(String text) {
        List<Level> usual = new ArrayList<>();
        Map<String, Level> special = new TreeMap<>();
        Set<Levels.Pair> pairs = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            String[] assigned = part.split("=", -1);
            String[] together = part.split("~", -1);
            if (assigned.length == 2 && !assigned[0].isBlank()) {
                if (special.put(assigned[0].strip(), level(assigned[1])) != null) {
                    throw new IllegalArgumentException(
                            "'" + text + "': " + assigned[0].strip() + " has two levels: expected one");
                }
            } else if (together.length == 2 && !together[0].isBlank() && !together[1].isBlank()) {
                pairs.add(new Levels.Pair(together[0].strip(), together[1].strip()));
            } else {
                usual.add(level(part));
            }
        }
        if (usual.size() > 1) {
            throw new IllegalArgumentException("'" + text
                    + "': expected one level for all, then TXN=LEVEL for one transaction or TXN~TXN for two");
        }
        return new Levels(usual.isEmpty() ? Level.EVENTUAL : usual.get(0), special, pairs);
    }

    private static Level level(String text) {
        String[] parts = text.strip().split(":", -1);
        Level named = Level.all().stream()
                .filter(candidate -> candidate.name().equalsIgnoreCase(parts[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + parts[0] + "': expected one of "
                        + Level.all().stream().map(Level::name).collect(Collectors.joining(", "))));
        if (parts.length == 1) {
            return named;
        }
        Set<Axiom> promises = EnumSet.copyOf(named.axioms());
        for (String part : Arrays.asList(parts).subList(1, parts.length)) {
            if (part.startsWith(WITHOUT)) {
                promises.remove(axiom(part.substring(WITHOUT.length()), text));
            } else {
                promises.add(axiom(part, text));
            }
        }
        return new Level(text.strip(), promises);
    }

    private static Axiom axiom(String text, String level) {
        return Arrays.stream(Axiom.values())
                .filter(candidate -> name(candidate).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + level.strip() + "': '" + text
                        + "' is no promise: expected "
                        + Arrays.stream(Axiom.values()).map(LevelsText::name).collect(Collectors.joining(", "))
                        + ", or one of them after " + WITHOUT));
    }

    private static String name(Axiom axiom) {
        return axiom.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
