package moirai.mockstore.wire.statements;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.postgresql.util.PGobject;

/**
 * The values that a statement has as parameters in place of literals, as clients send them: with the type of the value,
 * with another one, or with none.
 */
final class Parameters {

    /** Stands for a parameter by its number: not all expressions that are drawn are used. */
    private static final Pattern PLACE = Pattern.compile("\u00a7(\\d+)\u00a7");

    private static final Pattern QUOTED = Pattern.compile("(?:[A-Z]+ )?'((?:[^']|'')*)'(?:::[a-z\\[\\]]+)?");
    private static final Pattern BARE = Pattern.compile("-?[0-9.e]+|true|false");
    private static final Pattern OPERATOR = Pattern.compile(" \\?(?=[ |&])");

    private final Random random;
    private final List<PGobject> drawn = new ArrayList<>();
    private final List<PGobject> values = new ArrayList<>();
    private boolean isOpen;

    Parameters(Random random) {
        this.random = random;
    }

    /** Forgets the values of the last statement; the next one may have some, or may not. */
    void begin(boolean mayHaveSome) {
        drawn.clear();
        values.clear();
        isOpen = mayHaveSome;
    }

    /** Returns the place of a parameter with the value of a literal, or the literal. */
    String orLiteral(Kind kind, String literal) {
        if (!isOpen || random.nextInt(3) > 0) {
            return literal;
        }
        var quoted = QUOTED.matcher(literal);
        String text;
        if (quoted.matches()) {
            text = quoted.group(1).replace("''", "'");
        } else if (BARE.matcher(literal).matches()) {
            text = literal;
        } else {
            return literal;
        }
        try {
            var value = new PGobject();
            value.setType(type(kind));
            value.setValue(text);
            drawn.add(value);
        } catch (SQLException impossible) {
            throw new IllegalStateException(impossible);
        }
        return "\u00a7" + (drawn.size() - 1) + "\u00a7";
    }

    private String type(Kind kind) {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> "unknown";
            case 3 -> Kind.any(random).oidName();
            default -> kind.oidName();
        };
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    /** Keeps the values that a statement uses, and returns it with the marks of the driver. */
    String marked(String sql) {
        if (drawn.isEmpty()) {
            return sql;
        }
        values.clear();
        return PLACE.matcher(OPERATOR.matcher(sql).replaceAll(" ??")).replaceAll(place -> {
            values.add(drawn.get(Integer.parseInt(place.group(1))));
            return "?";
        });
    }

    void bind(PreparedStatement statement) throws SQLException {
        for (int number = 0; number < values.size(); number++) {
            statement.setObject(number + 1, values.get(number));
        }
    }

    @Override
    public String toString() {
        return values.stream()
                .map(value -> value.getType() + " " + value.getValue())
                .toList()
                .toString();
    }
}
