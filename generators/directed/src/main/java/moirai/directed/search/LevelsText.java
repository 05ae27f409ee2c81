package moirai.directed.search;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import moirai.directed.levels.Promises;

/**
 * The text form of levels as people write them, in parts between commas.
 *
 * <ul>
 * <li>{@code SI}: the level of all transactions that no other part names; EC, if no part says one.
 * <li>{@code payment=SER}: that of one transaction.
 * <li>{@code enroll~remove}: two transactions that are serializable in each other's company.
 * </ul>
 *
 * <p>A level is one of the ten names, and may be changed promise by promise: {@code EC:prefix:no-blind-conflict},
 * {@code PSI:without-transitive}. Or it is a file whose name ends with {@code .level}, which holds a {@link
 * moirai.directed.specification.Specification}.
 */
public final class LevelsText {

    /** How the names of files with levels end. */
    public static final String FILE = ".level";

    private LevelsText() {}

    /**
     * Reads the levels.
     *
     * @throws IllegalArgumentException saying which part is wrong and what is expected, without naming an option
     */
    public static Levels parse(String text) {
        List<Promises> usual = new ArrayList<>();
        Map<String, Promises> special = new TreeMap<>();
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
        return new Levels(usual.isEmpty() ? Promises.EVENTUAL : usual.get(0), special, pairs);
    }

    private static Promises level(String text) {
        String name = text.strip();
        if (!name.endsWith(FILE)) {
            return Promises.parse(text);
        }
        String specification;
        try {
            specification = Files.readString(Path.of(name));
        } catch (IOException | InvalidPathException unreadable) {
            throw new IllegalArgumentException(
                    "'" + name + "': cannot be read; expected a file in UTF-8 with the axioms of a level", unreadable);
        }
        try {
            return Promises.of(name, specification);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(name + ", " + wrong.getMessage(), wrong);
        }
    }
}
