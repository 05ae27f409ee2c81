package moirai.runs.serve.pages;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import moirai.runs.files.BundledText;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The colours of the pages are far enough apart in both schemes: WCAG 2.2, 1.4.3 and 1.4.11. */
class ContrastTest {

    private static final double TEXT = 4.5;
    private static final double EDGE = 3;

    private static final String STYLE = BundledText.of(Frame.class, "pages.css");
    private static final Pattern BLOCK = Pattern.compile(":root \\{([^}]*)\\}");
    private static final Pattern COLOUR = Pattern.compile("--([a-z-]+): #([0-9a-f]{6})");

    /** The text colours, each with everything that it stands on. */
    private static final Map<String, List<String>> TEXTS = Map.of(
            "text", List.of("back", "panel"),
            "faint", List.of("back", "panel"),
            "link", List.of("back", "panel"),
            "good", List.of("back", "good-back"),
            "bug", List.of("bug-back"),
            "bad", List.of("back"),
            "strong", List.of("strong-back"),
            "open", List.of("open-back"));

    /** The outlines of controls and of the focus. */
    private static final Map<String, List<String>> EDGES =
            Map.of("edge", List.of("back", "panel"), "link", List.of("back", "panel"), "bug-back", List.of("back"));

    private static Map<String, Integer> colours(int scheme) {
        var colours = new HashMap<String, Integer>();
        BLOCK.matcher(STYLE)
                .results()
                .skip(scheme)
                .findFirst()
                .ifPresent(block -> COLOUR.matcher(block.group(1))
                        .results()
                        .forEach(colour -> colours.put(colour.group(1), Integer.parseInt(colour.group(2), 16))));
        return colours;
    }

    private static double luminance(int colour) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        return IntStream.range(0, 3)
                .mapToDouble(i -> {
                    double part = ((colour >> (16 - 8 * i)) & 0xff) / 255.0;
                    return weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
                })
                .sum();
    }

    private static double contrast(int one, int other) {
        double high = Math.max(luminance(one), luminance(other));
        double low = Math.min(luminance(one), luminance(other));
        return (high + 0.05) / (low + 0.05);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void everyPairOfColoursIsFarEnoughApart(int scheme) {
        Map<String, Integer> colours = colours(scheme);

        assertThat(colours).hasSize(16);
        assertApart(colours, TEXTS, TEXT);
        assertApart(colours, EDGES, EDGE);
    }

    private static void assertApart(Map<String, Integer> colours, Map<String, List<String>> pairs, double least) {
        pairs.forEach((front, backs) ->
                backs.forEach(back -> assertThat(contrast(colour(colours, front), colour(colours, back)))
                        .as(front + " on " + back)
                        .isGreaterThanOrEqualTo(least)));
    }

    private static int colour(Map<String, Integer> colours, String name) {
        return requireNonNull(colours.get(name), name);
    }
}
