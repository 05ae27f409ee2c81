package moirai.runs.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import moirai.directed.causes.AnomalyKind;
import moirai.runs.cases.groups.AnomalyGroup;

/**
 * What an earlier analysis found and what is accepted, from the SARIF file that it wrote.
 *
 * @param kinds the kind of each group, by its fingerprint
 * @param losses without their lines
 */
public record Baseline(Map<String, String> kinds, Set<String> losses) {

    /** Stands for no baseline: a result has no state. */
    public static final Baseline NONE = new Baseline(Map.of(), Set.of());

    private static final String ABSENT = "absent";

    static final String FINGERPRINT = "moiraiGroup/v1";

    public Baseline {
        kinds = Collections.unmodifiableMap(new TreeMap<>(kinds));
        losses = Collections.unmodifiableSet(new TreeSet<>(losses));
    }

    /**
     * Reads a file that {@link GroupExport#sarif} wrote. Results that an earlier version called absent are not taken
     * over.
     *
     * @throws IllegalArgumentException saying what is wrong, if it is none
     */
    public static Baseline parse(String text) {
        JsonNode run = run(text);
        Map<String, String> kinds = new TreeMap<>();
        for (JsonNode result : run.path("results")) {
            String fingerprint =
                    result.path("partialFingerprints").path(FINGERPRINT).asText();
            if (!fingerprint.isEmpty() && !result.path("baselineState").asText().equals(ABSENT)) {
                kinds.put(fingerprint, result.path("ruleId").asText());
            }
        }
        Set<String> losses = new TreeSet<>();
        for (JsonNode notification : run.path("invocations").path(0).path("toolExecutionNotifications")) {
            losses.add(notification.path("message").path("text").asText());
        }
        return new Baseline(kinds, losses);
    }

    private static JsonNode run(String text) {
        try {
            JsonNode run =
                    JsonMapper.builder().build().readTree(text).path("runs").path(0);
            String tool = run.path("tool").path("driver").path("name").asText();
            if (tool.equals(GroupSarif.TOOL) && run.path("results").isArray()) {
                return run;
            }
            throw new IllegalArgumentException(
                    tool.isEmpty() ? "no run of a tool is in it" : "it is of '" + tool + "', or has no results");
        } catch (JsonProcessingException broken) {
            throw new IllegalArgumentException("it is no JSON");
        }
    }

    Set<String> fingerprints() {
        return kinds.keySet();
    }

    boolean isNew(String fingerprint) {
        return !kinds.containsKey(fingerprint);
    }

    /** Returns whether a group was not there, or was of a milder kind. */
    boolean isNew(AnomalyGroup group) {
        String fingerprint = GroupExport.text(group);
        return isNew(fingerprint)
                || AnomalyKind.named(kinds.getOrDefault(fingerprint, ""))
                        .filter(group.kind()::isGraverThan)
                        .isPresent();
    }

    boolean isNewLoss(String text) {
        return !losses.contains(text);
    }
}
