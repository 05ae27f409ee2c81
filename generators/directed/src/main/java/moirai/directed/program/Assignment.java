package moirai.directed.program;

/** The new value of a field. */
public record Assignment(String field, Expression value) {}
