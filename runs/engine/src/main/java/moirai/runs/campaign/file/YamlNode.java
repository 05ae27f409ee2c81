package moirai.runs.campaign.file;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import moirai.history.level.Nearest;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A value of a YAML file that knows its place. YAML 1.2: {@code no} is a text. Every refusal begins with {@code
 * FILE:LINE:COLUMN}.
 */
public final class YamlNode {

    private static final int TEXT_MAX = 60;

    private final String file;
    private final Node node;

    private YamlNode(String file, Node node) {
        this.file = file;
        this.node = node;
    }

    /** An entry of a mapping. */
    public record Field(String name, YamlNode key, YamlNode value) {}

    /**
     * Reads a text.
     *
     * @param file its name for messages
     * @param content what the file should hold, for messages
     * @throws RunException if it is not YAML, or is empty
     */
    public static YamlNode parse(String file, String text, String content) {
        var settings = LoadSettings.builder().setLabel(file).build();
        try {
            return new Compose(settings)
                    .composeString(text)
                    .map(node -> new YamlNode(file, node))
                    .orElseThrow(() -> refused(file + ":1:1", "is empty: expected " + content));
        } catch (MarkedYamlEngineException wrong) {
            Optional<Mark> mark = wrong.getProblemMark().or(wrong::getContextMark);
            throw refused(mark.map(at -> place(file, at)).orElse(file), "is not YAML: " + oneLine(wrong.getProblem()));
        } catch (YamlEngineException wrong) {
            throw refused(file, "is not YAML: " + oneLine(String.valueOf(wrong.getMessage())));
        }
    }

    private static String oneLine(String message) {
        return message.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    private static String place(String file, Mark mark) {
        return file + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
    }

    /** Returns the place of the value: {@code campaign.yaml:12:5}. */
    public String place() {
        return node.getStartMark().map(mark -> place(file, mark)).orElse(file);
    }

    /** Returns the refusal of this value, to be thrown. */
    public RunException refused(String message) {
        return refused(place(), message);
    }

    /** Returns the refusal of what is at a place, to be thrown. */
    static RunException refused(String place, String message) {
        return new RunException(place + ": " + message, ExitCode.BAD_ARGUMENTS);
    }

    boolean isMapping() {
        return node instanceof MappingNode;
    }

    boolean isList() {
        return node instanceof SequenceNode;
    }

    /**
     * Returns the entries of a mapping, in their order; each key is there once.
     *
     * @param expected what else the value should be, for messages
     */
    public List<Field> fields(String expected) {
        if (!(node instanceof MappingNode mapping)) {
            throw refused(describe() + ": expected " + expected);
        }
        var fields = new ArrayList<Field>();
        var names = new HashSet<String>();
        for (NodeTuple entry : mapping.getValue()) {
            var key = new YamlNode(file, entry.getKeyNode());
            String name = key.text("a name");
            if (!names.add(name)) {
                throw key.refused("'" + name + "' is there twice: expected once");
            }
            fields.add(new Field(name, key, new YamlNode(file, entry.getValueNode())));
        }
        return List.copyOf(fields);
    }

    /**
     * Returns the entries of a mapping as {@link #fields} does, and refuses keys that are not known.
     *
     * @param owner what has these keys, such as {@code a campaign}
     */
    public List<Field> fields(String owner, List<String> known) {
        List<Field> fields = fields(owner + ", with keys such as " + known.getFirst());
        for (Field field : fields) {
            if (!known.contains(field.name())) {
                throw field.key()
                        .refused("'" + field.name() + "' is not a key of " + owner + Nearest.hint(field.name(), known)
                                + ". Known: " + String.join(", ", known));
            }
        }
        return fields;
    }

    /** Returns the values of a list, which has at least one. */
    public List<YamlNode> items(String expected) {
        if (!(node instanceof SequenceNode sequence) || sequence.getValue().isEmpty()) {
            throw refused(describe() + ": expected " + expected);
        }
        return sequence.getValue().stream()
                .map(item -> new YamlNode(file, item))
                .toList();
    }

    /** Returns the value as a text, as it is written. */
    public String text(String expected) {
        if (!(node instanceof ScalarNode scalar) || scalar.getValue().isEmpty()) {
            throw refused(describe() + ": expected " + expected);
        }
        return scalar.getValue();
    }

    /** Returns the value in a few words: what it is, or its text. */
    private String describe() {
        return switch (node) {
            case MappingNode mapping -> "a mapping is here";
            case SequenceNode sequence -> sequence.getValue().isEmpty() ? "an empty list is here" : "a list is here";
            case ScalarNode scalar ->
                scalar.getValue().isEmpty() ? "nothing is here" : "'" + shortened(scalar.getValue()) + "'";
            default -> "this is no value";
        };
    }

    private static String shortened(String text) {
        return text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + "…" : text;
    }
}
