package moirai.runs.cases.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import moirai.history.HistoryFormatException;
import moirai.runs.cases.Case;
import moirai.runs.files.Json;
import moirai.runs.report.OwnCommand;

/**
 * The JSON format of cases. The schema {@code case-2.schema.json} beside this class describes it. A change that a
 * reader of an older version would misunderstand raises {@code version}, and older versions stay readable. Unknown
 * fields are skipped.
 *
 * <p>The transactions are lines of {@link moirai.history.HistoryNotation}, so a person can read and cut them.
 */
public final class CaseFormat {

    /** The value of {@code format} that identifies such a file. */
    public static final String NAME = "moirai-case";

    /** The version that is written. */
    public static final int VERSION = 2;

    /** The maximal size of a case's file in bytes; a larger file is no case. */
    private static final long SIZE_MAX = 16L << 20;

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private CaseFormat() {}

    /** Returns the case as JSON over several lines, always the same for the same case, with a line feed at the end. */
    public static String format(Case found) {
        return Json.text(CaseTree.of(found));
    }

    /**
     * Reads a case from a file, and verifies that it shows its claim.
     *
     * @throws HistoryFormatException with file, field, value and what would be accepted, if it is not a case
     */
    public static Case read(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                throw new HistoryFormatException(
                        file.toString(),
                        (Files.exists(file) ? "is not a file" : "does not exist") + "; expected a case.json");
            }
            if (Files.size(file) > SIZE_MAX) {
                throw new HistoryFormatException(
                        file.toString(),
                        "has " + Files.size(file) + " bytes; expected a case, which has at most " + SIZE_MAX);
            }
            return parse(file.toString(), Files.readString(file));
        } catch (CharacterCodingException binary) {
            throw new HistoryFormatException(file.toString(), "is not UTF-8 text; expected a case as JSON");
        } catch (NoSuchFileException gone) {
            throw new HistoryFormatException(file.toString(), "does not exist; expected a case.json");
        } catch (IOException unreadable) {
            throw new HistoryFormatException(file.toString(), "cannot be read: " + unreadable.getMessage());
        }
    }

    /** Returns whether the beginning of a file says that the file is a case, in the present format or a former one. */
    public static boolean isNamedIn(String beginning) {
        return beginning.contains("\"" + NAME + "\"") || beginning.contains("\"" + ExploredFields.FORMER + "\"");
    }

    /**
     * Reads a case from text.
     *
     * @param source the name of the text in messages, for example a file's name
     * @throws HistoryFormatException with source, field, value and what would be accepted, if it is not a case
     */
    public static Case parse(String source, String text) {
        return CaseReading.of(new CaseFields(source, "", tree(source, text)));
    }

    /** Returns the JSON of a text. */
    static JsonNode tree(String source, String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException broken) {
            String line = broken.getLocation() == null
                    ? ""
                    : ":" + broken.getLocation().getLineNr();
            throw new HistoryFormatException(
                    source + line,
                    "is not JSON, or only a part of it: " + CaseFields.shortened(broken.getOriginalMessage())
                            + "; expected a case, which " + OwnCommand.line("shrink FILE -o CASE.json")
                            + " makes of a history");
        }
    }
}
