package moirai.mockstore.sql.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import moirai.mockstore.sql.expression.RealPostgres;
import org.junit.jupiter.api.Test;

/** Floating-point numbers as a real server writes them: with the fewest digits that say which number it is. */
class FloatTextIT {

    private static final int NUMBERS = 50_000;
    private static final long SEED = Long.getLong("moirai.seed", 42);

    private final Random random = new Random(SEED);

    @Test
    void doublesAreWrittenAsByPostgres() throws SQLException {
        List<Double> numbers =
                new ArrayList<>(List.of(6.442450941e18, 0x1p62, 0x1p63, Double.MAX_VALUE, Double.MIN_NORMAL, -0.0));
        while (numbers.size() < NUMBERS) {
            double number = switch (random.nextInt(4)) {
                case 0 -> Double.longBitsToDouble(random.nextLong());
                // Few bits.
                case 1 -> Double.longBitsToDouble(random.nextLong(1L << random.nextInt(1, 60)));
                // Few digits.
                case 2 -> Double.parseDouble(random.nextInt(10_000) + "e" + random.nextInt(-330, 305));
                default -> random.nextLong(1_000_000_000L) * 1000.0 * random.nextLong(1_000_000_000L);
            };
            if (Double.isFinite(number)) {
                numbers.add(number);
            }
        }
        compare(
                "float8",
                numbers.stream().map(Object::toString).toList(),
                numbers.stream().map(NumberText::write).toList());
    }

    @Test
    void floatsAreWrittenAsByPostgres() throws SQLException {
        List<Float> numbers = new ArrayList<>(List.of(Float.MIN_VALUE, Float.MAX_VALUE, Float.MIN_NORMAL, 0x1p30f));
        while (numbers.size() < NUMBERS) {
            float number = random.nextBoolean()
                    ? Float.intBitsToFloat(random.nextInt())
                    : Float.intBitsToFloat(random.nextInt(1 << random.nextInt(1, 31)));
            if (Float.isFinite(number)) {
                numbers.add(number);
            }
        }
        compare(
                "float4",
                numbers.stream().map(Object::toString).toList(),
                numbers.stream().map(NumberText::write).toList());
    }

    private static void compare(String type, List<String> numbers, List<String> written) throws SQLException {
        try (var connection = RealPostgres.connect();
                var query = connection.prepareStatement("SELECT ?::" + type + "[]::text")) {
            query.setString(1, "{" + String.join(",", numbers) + "}");
            try (var rows = query.executeQuery()) {
                assertThat(rows.next()).isTrue();
                String text = rows.getString(1);
                assertThat(written)
                        .as("seed " + SEED)
                        .containsExactlyElementsOf(Arrays.asList(
                                text.substring(1, text.length() - 1).split(",")));
            }
        }
    }
}
