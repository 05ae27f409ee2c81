package moirai.mockstore.sql.control;

import static java.util.Map.entry;

import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import moirai.mockstore.StoreException;

/** The encodings of clients: those in which each character is one byte, which Java and PostgreSQL read alike. */
public final class Encodings {

    /** Java's name of each encoding of PostgreSQL's. A client in SQL_ASCII gets what the server has, UTF-8. */
    private static final Map<String, String> CHARSETS = Map.ofEntries(
            entry("UTF8", "UTF-8"),
            entry("SQL_ASCII", "UTF-8"),
            entry("LATIN1", "ISO-8859-1"),
            entry("LATIN2", "ISO-8859-2"),
            entry("LATIN3", "ISO-8859-3"),
            entry("LATIN4", "ISO-8859-4"),
            entry("LATIN5", "ISO-8859-9"),
            entry("LATIN7", "ISO-8859-13"),
            entry("LATIN9", "ISO-8859-15"),
            entry("ISO_8859_5", "ISO-8859-5"),
            entry("ISO_8859_6", "ISO-8859-6"),
            entry("ISO_8859_7", "ISO-8859-7"),
            entry("ISO_8859_8", "ISO-8859-8"),
            entry("KOI8R", "KOI8-R"),
            entry("KOI8U", "KOI8-U"),
            entry("WIN866", "IBM866"),
            entry("WIN874", "x-windows-874"),
            entry("WIN1250", "windows-1250"),
            entry("WIN1251", "windows-1251"),
            entry("WIN1252", "windows-1252"),
            entry("WIN1253", "windows-1253"),
            entry("WIN1254", "windows-1254"),
            entry("WIN1255", "windows-1255"),
            entry("WIN1256", "windows-1256"),
            entry("WIN1257", "windows-1257"),
            entry("WIN1258", "windows-1258"));

    /** The other names of encodings, in lower case and without signs. */
    private static final Map<String, String> ALIASES = Map.ofEntries(
            entry("default", "UTF8"),
            entry("unicode", "UTF8"),
            entry("iso88591", "LATIN1"),
            entry("iso88592", "LATIN2"),
            entry("iso88593", "LATIN3"),
            entry("iso88594", "LATIN4"),
            entry("iso88599", "LATIN5"),
            entry("iso885913", "LATIN7"),
            entry("iso885915", "LATIN9"),
            entry("koi8", "KOI8R"),
            entry("alt", "WIN866"),
            entry("win", "WIN1251"),
            entry("abc", "WIN1258"),
            entry("tcvn", "WIN1258"),
            entry("tcvn5712", "WIN1258"),
            entry("vscii", "WIN1258"));

    /** PostgreSQL's encodings that the store does not have. */
    private static final String OTHERS =
            "eucjp|eucjis2004|euckr|euccn|euctw|sjis|mskanji|shiftjis|shiftjis2004|win932|windows932|win936|windows936"
                    + "|win949|windows949|win950|windows950|gbk|gb18030|big5|johab|uhc|muleinternal|latin6|iso885910"
                    + "|latin8|iso885914|latin10|iso885916";

    private Encodings() {}

    /**
     * Returns PostgreSQL's name of an encoding.
     *
     * @throws StoreException if there is none of this name (SQLSTATE 22023), or the store does not have it (0A000)
     */
    static String name(String written) {
        String bare = written.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        String plain = bare.startsWith("windows") ? "win" + bare.substring("windows".length()) : bare;
        Optional<String> name = CHARSETS.keySet().stream()
                .filter(each -> each.replace("_", "").equalsIgnoreCase(plain))
                .findFirst()
                .or(() -> Optional.ofNullable(ALIASES.get(plain)));
        return name.orElseThrow(() -> bare.matches(OTHERS)
                ? new StoreException("0A000", "the client_encoding " + written + " is not supported")
                : new StoreException("22023", "invalid value for parameter \"client_encoding\": \"" + written + "\""));
    }

    /** Returns Java's encoding of a name that {@code SHOW client_encoding} gives. */
    public static Charset charset(String name) {
        return Charset.forName(CHARSETS.getOrDefault(name, "UTF-8"));
    }
}
