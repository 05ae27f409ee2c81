const data = JSON.parse(document.getElementById("data").textContent);
const text = document.createElement("pre");
text.textContent = data.verdict.text;
document.getElementById("page").append(text);
