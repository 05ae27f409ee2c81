package moirai.directed.program;

/** A new value of a field. */
public record Assignment(String field, Expression value) {}
