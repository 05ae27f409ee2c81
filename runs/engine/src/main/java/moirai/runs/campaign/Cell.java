package moirai.runs.campaign;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * One run of a campaign, before it is executed.
 *
 * @param values the name of its value on each axis, in the order of the axes
 * @param argv what follows {@code moirai run}, with the seed and without the store
 * @param thresholds what must hold of its figures, as they are typed, such as {@code committed > 1000}
 * @param limitSeconds the wall time after which the cell counts as hung
 * @param isCanary whether its database has a bug that it must find
 */
public record Cell(
        Map<String, String> values,
        List<String> argv,
        List<String> thresholds,
        double limitSeconds,
        @JsonProperty("canary") boolean isCanary) {

    /** The beginning of the name of a canary. */
    static final String CANARY = "canary ";

    private static final int WORDS_MAX = 48;

    public Cell {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        argv = List.copyOf(argv);
        thresholds = List.copyOf(thresholds);
    }

    /**
     * Returns the name by which the cell is found in other nights, such as {@code db=h2 workload=append}. It follows
     * from the axes alone, so that seeds and times may differ from night to night.
     */
    public String name() {
        return values.entrySet().stream()
                .map(value -> value.getKey() + "=" + value.getValue())
                .collect(Collectors.joining(" ", isCanary ? CANARY : "", ""));
    }

    /** Returns the name of its runs in the store, such as {@code h2-append-1a2b3c4d}. */
    public String runName() {
        String words = (isCanary ? "canary-" : "")
                + String.join("-", values.values())
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9.]+", "-")
                        .replaceAll("^[^a-z0-9]+", "");
        String begin = words.substring(0, Math.min(WORDS_MAX, words.length()));
        return begin.isEmpty() || begin.endsWith("-") ? begin + hash() : begin + "-" + hash();
    }

    /** Returns eight hexadecimal digits that follow from the name. */
    public String hash() {
        var checksum = new CRC32();
        checksum.update(name().getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "%08x", checksum.getValue());
    }
}
