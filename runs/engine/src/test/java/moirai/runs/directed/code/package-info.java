@org.jspecify.annotations.NullMarked
package moirai.runs.directed.code;
