package moirai.runs.campaign.file;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import moirai.history.Seed;
import moirai.runs.campaign.sampling.Sampling;

/**
 * A campaign as its file describes it.
 *
 * @param run the options of every cell, which axes may set otherwise
 */
public record CampaignFile(
        Source source,
        Limits limits,
        Choice choice,
        List<Setting> run,
        Matrix matrix,
        List<Expectation> expectations,
        Sharpness sharpness) {

    public CampaignFile {
        run = List.copyOf(run);
        expectations = List.copyOf(expectations);
    }

    /**
     * The file itself.
     *
     * @param name the name of the campaign
     * @param file the path of the file, for messages
     * @param text the contents of the file
     */
    public record Source(String name, String file, String text) {

        /** Returns the SHA-256 of the contents, in hexadecimal digits. */
        public String digest() {
            try {
                return HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException("every Java platform has SHA-256", impossible);
            }
        }
    }

    /**
     * The limits of a night.
     *
     * @param budget the wall time of all cells together, or {@link #UNLIMITED}
     * @param parallel how many cells run at a time
     * @param heap the heap of each cell, as the JVM's option has it: {@code 512m}
     * @param cell the wall time after which a cell counts as hung; {@link #UNLIMITED} if that follows from the time
     *     limit of its run
     */
    public record Limits(Duration budget, int parallel, String heap, Duration cell) {

        /** Stands for no limit. */
        public static final Duration UNLIMITED = Duration.ofMillis(Long.MAX_VALUE);
    }

    /** The choice of the cells, and where chance comes from. */
    public record Choice(Sampling sampling, Seeds seeds) {}

    /** The seed of all cells of a night. */
    public sealed interface Seeds {

        /** The digits of the date, so that a person can read the date from it. */
        record ByDate() implements Seeds {}

        /** The same each night. */
        record Fixed(Seed seed) implements Seeds {}

        /** Returns the seed of a night. */
        default Seed of(LocalDate date) {
            return switch (this) {
                case ByDate byDate -> Seed.parse(date.format(DateTimeFormatter.BASIC_ISO_DATE));
                case Fixed(Seed seed) -> seed;
            };
        }
    }

    /**
     * What shows that the cells could notice a bug.
     *
     * @param hasTeeth whether bugs are planted into what each cell recorded
     * @param canaries cells whose databases have a bug that they must find
     */
    public record Sharpness(boolean hasTeeth, List<Included> canaries) {

        public Sharpness {
            canaries = List.copyOf(canaries);
        }
    }

    /**
     * The cells.
     *
     * @param include further cells, each a value of an axis without a name
     * @param exclude combinations of values that are left out
     */
    public record Matrix(List<Axis> axes, List<Included> include, List<Condition> exclude) {

        public Matrix {
            axes = List.copyOf(axes);
            include = List.copyOf(include);
            exclude = List.copyOf(exclude);
        }
    }

    /**
     * A cell besides those of the axes.
     *
     * @param values by the name of an axis or of an option, in the order of the file
     */
    public record Included(List<Named> values, String place) {

        public Included {
            values = List.copyOf(values);
        }

        /** A value and the axis or the option that it belongs to. */
        public record Named(String key, Axis.Value value) {}
    }
}
