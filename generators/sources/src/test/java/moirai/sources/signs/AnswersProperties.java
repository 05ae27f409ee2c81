package moirai.sources.signs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/**
 * Numbers much further from 0 than those that are tried give no other answers. Questions about two names are asked far
 * from 0; those about three say little, because most of their sums count as needing a sign.
 */
class AnswersProperties {

    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final int FURTHER = 20;
    private static final int FURTHER_OF_TWO = 120;

    /** Returns questions about names up to this one. */
    private static List<Question> questions(Random random, int names) {
        var questions = new HashSet<Question>();
        for (int count = 2 + random.nextInt(3); count > 0; count--) {
            Map<String, Integer> terms = new TreeMap<>();
            for (String name : NAMES.subList(0, names)) {
                int factor = random.nextInt(4) == 0 ? 2 : random.nextInt(-1, 2);
                if (factor != 0) {
                    terms.put(name, terms.isEmpty() ? Math.abs(factor) : factor);
                }
            }
            if (!terms.isEmpty()) {
                questions.add(new Question(terms, random.nextInt(3) == 0, random.nextInt(-2, 5)));
            }
        }
        return List.copyOf(questions);
    }

    private static Set<List<Boolean>> answers(List<Question> questions, int names, int least, int most) {
        var answers = new HashSet<List<Boolean>>();
        for (int a = least; a <= most; a++) {
            for (int b = least; b <= most; b++) {
                for (int c = names < 3 ? 0 : least; c <= (names < 3 ? 0 : most); c++) {
                    var answer = new ArrayList<Boolean>();
                    for (Question question : questions) {
                        Map<String, Integer> terms = question.terms();
                        answer.add(question.isAnsweredYes(terms.getOrDefault("a", 0) * a
                                + terms.getOrDefault("b", 0) * b
                                + terms.getOrDefault("c", 0) * c));
                    }
                    answers.add(answer);
                }
            }
        }
        return answers;
    }

    @Property(tries = 100)
    void numbersBelowZeroAnswerAsOthersUnlessTheyAreNeeded(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 3) int names) {
        List<Question> questions = questions(new Random(seed), names);
        int further = further(names);

        boolean needSign = questions.size() > 1 && new Answers(questions, Set.of()).needSign(answers -> -1);

        Statistics.collect(names, needSign);
        if (!needSign && questions.size() > 1) {
            assertThat(answers(questions, names, 0, 2 * further))
                    .as(() -> questions.toString())
                    .containsAll(answers(questions, names, -further, further));
        }
    }

    /** 8, -4 and 4 answer yes, no and no, and no natural numbers do. */
    @Example
    void signsAreNeededThoughNumbersNearZeroDoNotShowIt() {
        List<Question> questions = List.of(
                new Question(Map.of("a", 1, "b", 1), false, 3),
                new Question(Map.of("b", 1, "c", 1), false, 0),
                new Question(Map.of("a", 1, "b", 1, "c", -1), false, 0));

        assertThat(new Answers(questions, Set.of()).needSign(answers -> -1)).isTrue();
    }

    private static int further(int names) {
        return names < 3 ? FURTHER_OF_TWO : FURTHER;
    }

    @Property(tries = 100)
    void largerNumbersAnswerAsThoseThatSuffice(@ForAll long seed, @ForAll @IntRange(min = 2, max = 3) int names) {
        var random = new Random(seed);
        List<Question> questions = questions(random, names);
        int most = 3 + random.nextInt(13);

        boolean isEnough = new Answers(questions, Set.of()).areGivenWithin(name -> most, most, answers -> -1);

        Statistics.collect(names, isEnough);
        if (isEnough) {
            assertThat(answers(questions, names, 0, most))
                    .as(() -> questions + " up to " + most)
                    .containsAll(answers(questions, names, 0, 2 * further(names)));
        }
    }
}
