package moirai.sources;

/**
 * A parameter of a method, as it stands in the source.
 *
 * @param type as it is written there, without its package or with it
 */
public record CodeParameter(String name, String type) {

    /** Returns the type without package, enclosing types and type arguments. */
    public String simpleType() {
        int generic = type.indexOf('<');
        String raw = generic < 0 ? type : type.substring(0, generic);
        return raw.substring(raw.lastIndexOf('.') + 1);
    }
}
