// A JSON file in the folder of the copies. When anything is wrong with it, everything is done
// again.
#include "project/manifest.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "project/copies.h"

namespace omc::driver {
namespace {

namespace json = llvm::json;

Words read_words(const json::Array* array) {
  Words words;
  if (array)
    for (const json::Value& value : *array) words.push_back(value.getAsString().value_or("").str());
  return words;
}

std::string text_of(const json::Object& object, llvm::StringRef key) {
  return object.getString(key).value_or("").str();
}

ManifestSource read_source(const json::Object& object) {
  ManifestSource source;
  source.file = text_of(object, "file");
  source.directory = text_of(object, "directory");
  source.command = read_words(object.getArray("command"));
  source.hooks = static_cast<unsigned>(object.getInteger("hooks").value_or(0));
  source.needless = static_cast<unsigned>(object.getInteger("needless").value_or(0));
  source.left_alone = static_cast<unsigned>(object.getInteger("left_alone").value_or(0));
  if (const json::Array* inputs = object.getArray("inputs"))
    for (const json::Value& value : *inputs)
      if (const json::Object* input = value.getAsObject())
        // A digest is kept as text: JSON's numbers may lose bits.
        source.inputs.push_back({text_of(*input, "path"),
                                 strtoull(text_of(*input, "digest").c_str(), nullptr, 16),
                                 input->getBoolean("left").value_or(false)});
  return source;
}

json::Object source_object(const ManifestSource& source) {
  json::Array inputs;
  for (const ManifestInput& input : source.inputs)
    inputs.push_back(json::Object{
        {"path", input.path}, {"digest", llvm::utohexstr(input.digest)}, {"left", input.left}});
  return json::Object{{"file", source.file},
                      {"directory", source.directory},
                      {"command", json::Array(source.command)},
                      {"hooks", source.hooks},
                      {"needless", source.needless},
                      {"left_alone", source.left_alone},
                      {"inputs", std::move(inputs)}};
}

}  // namespace

Manifest read_manifest(const std::string& file, const std::string& omc) {
  Manifest manifest{omc, {}, {}};
  auto text = read_file(file);
  if (!text) return manifest;
  auto value = json::parse(*text);
  if (!value) return llvm::consumeError(value.takeError()), manifest;
  const json::Object* object = value->getAsObject();
  if (!object || text_of(*object, "omc") != omc) return manifest;
  manifest.root = text_of(*object, "root");
  if (const json::Array* sources = object->getArray("sources"))
    for (const json::Value& source : *sources)
      if (const json::Object* fields = source.getAsObject())
        manifest.sources.push_back(read_source(*fields));
  return manifest;
}

llvm::Error write_manifest(const std::string& file, const Manifest& manifest) {
  json::Array sources;
  for (const ManifestSource& source : manifest.sources) sources.push_back(source_object(source));
  json::Value value =
      json::Object{{"omc", manifest.omc}, {"root", manifest.root}, {"sources", std::move(sources)}};
  std::string text;
  llvm::raw_string_ostream(text) << llvm::formatv("{0:1}\n", value);
  return write_if_changed(file, text);
}

uint64_t Digests::of(const std::string& path) {
  auto [entry, is_new] = known_.insert({path, 0});
  if (!is_new) return entry->second;
  if (auto text = read_file(path))
    entry->second = llvm::xxh3_64bits(llvm::arrayRefFromStringRef(*text)) | 1;
  return entry->second;
}

const ManifestSource* find_current(const Manifest& manifest, const DatabaseEntry& entry,
                                   Digests& digests) {
  for (const ManifestSource& source : manifest.sources) {
    if (source.file != entry.file || source.directory != entry.directory ||
        source.command != entry.command)
      continue;
    bool same = llvm::all_of(source.inputs, [&](const ManifestInput& input) {
      return input.digest == digests.of(input.path);
    });
    if (same) return &source;
  }
  return nullptr;
}

}  // namespace omc::driver
