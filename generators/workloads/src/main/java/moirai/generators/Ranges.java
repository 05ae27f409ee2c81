package moirai.generators;

/** Checks of recipe parameters, with messages that name the value and what would be accepted. */
final class Ranges {

    private Ranges() {}

    static int check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw outside(name, value, min, max);
        }
        return value;
    }

    static double check(String name, double value, double min, double max) {
        // Negated, so that NaN fails too.
        if (!(value >= min && value <= max)) {
            throw outside(name, value, min, max);
        }
        return value;
    }

    static int parse(String name, String text, int min, int max) {
        try {
            return check(name, Integer.parseInt(text), min, max);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    name + " '" + text + "' is not a whole number from " + min + " to " + max, notANumber);
        }
    }

    static double parse(String name, String text, double min, double max) {
        try {
            return check(name, Double.parseDouble(text), min, max);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    name + " '" + text + "' is not a number from " + min + " to " + max, notANumber);
        }
    }

    static boolean parseBoolean(String name, String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(name + " '" + text + "' is neither true nor false");
        }
        return text.equals("true");
    }

    private static IllegalArgumentException outside(String name, Object value, Object min, Object max) {
        return new IllegalArgumentException(name + " " + value + " is not from " + min + " to " + max);
    }
}
