package moirai.directed.oracle;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.directed.levels.Promises;
import moirai.directed.specification.SpecificationException;

/** Levels with axioms of all forms, as texts. */
final class RandomSpecifications {

    private final Random random;

    RandomSpecifications(Random random) {
        this.random = random;
    }

    /** Returns a level that serial executions keep. */
    Promises next() {
        boolean ofWholes = random.nextBoolean();
        var text = new StringBuilder("level of " + (ofWholes ? "transactions" : "statements"));
        for (int rules = 1 + random.nextInt(2); rules > 0; ) {
            String longer = text + "\n" + rule(ofWholes);
            try {
                Promises.of("own.level", longer);
                text = new StringBuilder(longer);
                rules--;
            } catch (SpecificationException refused) {
                // A serial execution breaks the axiom, or a name is not used: another one is made.
            }
        }
        return Promises.of("own.level", text.toString());
    }

    private String rule(boolean ofWholes) {
        int count = 2 + random.nextInt(2);
        List<String> names = IntStream.range(0, count)
                .mapToObj(i -> String.valueOf((char) ('a' + i)))
                .toList();
        int parts = 1 + random.nextInt(3);
        String premise = IntStream.range(0, parts)
                .mapToObj(i -> (random.nextInt(4) == 0 ? "not " : "") + atom(names, ofWholes))
                .collect(Collectors.joining(random.nextInt(4) == 0 ? " or " : " and "));
        String owner = random.nextInt(3) == 0 ? " to " + names.get(random.nextInt(count)) : "";
        return "forall " + String.join(", ", names) + owner + ": " + premise + " => "
                + edge(random.nextInt(4) == 0 ? "ar" : "vis", names);
    }

    private String atom(List<String> names, boolean ofWholes) {
        List<String> relations = ofWholes
                ? List.of("vis", "ar", "ww", "wr", "rw")
                : List.of("vis", "ar", "ww", "wr", "rw", "same", "so");
        return edge(relations.get(random.nextInt(relations.size())), names);
    }

    private String edge(String relation, List<String> names) {
        int from = random.nextInt(names.size());
        int to = (from + 1 + random.nextInt(names.size() - 1)) % names.size();
        return relation + "(" + names.get(from) + ", " + names.get(to) + ")";
    }
}
