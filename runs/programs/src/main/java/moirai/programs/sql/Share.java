package moirai.programs.sql;

import java.util.Locale;

/**
 * A share of a whole, with a confidence interval of the probability behind it.
 *
 * @param part at most the whole
 * @param whole at least 1
 */
public record Share(int part, int whole) {

    /** The quantile of the normal distribution that gives an interval of 95 percent. */
    private static final double Z = 1.959963984540054;

    public Share {
        if (whole < 1 || part < 0 || part > whole) {
            throw new IllegalArgumentException(part + " of " + whole + " is no share");
        }
    }

    public double fraction() {
        return (double) part / whole;
    }

    /** Returns the lower end of the 95 % interval (Wilson 1927). */
    public double low() {
        return Math.max(0, centre() - halfWidth());
    }

    /** Returns the upper end of the 95 % interval (Wilson 1927). */
    public double high() {
        return Math.min(1, centre() + halfWidth());
    }

    private double centre() {
        return (fraction() + Z * Z / (2 * whole)) / (1 + Z * Z / whole);
    }

    private double halfWidth() {
        double p = fraction();
        return Z * Math.sqrt(p * (1 - p) / whole + Z * Z / (4.0 * whole * whole)) / (1 + Z * Z / whole);
    }

    /** Returns the share and its interval in percent, such as {@code 62 % [48, 74]}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.0f %% [%.0f, %.0f]", 100 * fraction(), 100 * low(), 100 * high());
    }
}
